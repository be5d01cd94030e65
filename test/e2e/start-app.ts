import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { waitForEnd, waitForOutput } from '../shells/cli/run-cli.ts'
import { builtProgram, demandBuilt } from './find-programs.ts'
import { openBrowser, pausedLibrary } from './open-browser.ts'

/** Milliseconds that a page may take for anything; long enough for a busy machine. */
export const PAGE_TIMEOUT_MS = 150_000

/** The built app in its browser shell, and a real browser on its page. */
export type RunningApp = {
  page: Page
  address: string
  /** Errors of the page: its console, uncaught exceptions, violations of the page's policy, failed requests. */
  problems: string[]
  /** Opens a second page of the same app, in a browser that keeps nothing of the first one. */
  openApart(options: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

type StartOptions = {
  dataDir: string
  roots: readonly string[]
  /** Whether photos are analysed in a new library. Otherwise that is paused: most of the window needs no findings. */
  analyses?: boolean
}

/** Starts the app like `npm start`, with its own data folder, and opens its page. */
export async function startApp({ dataDir, roots, analyses = false }: StartOptions): Promise<RunningApp> {
  demandBuilt()
  const libraryDir = join(dataDir, 'library')
  if (!analyses && !existsSync(libraryDir)) cpSync(pausedLibrary(), libraryDir, { recursive: true })
  const serving = spawn(
    process.execPath,
    [builtProgram, 'serve', '--port', '0', ...roots.flatMap((root) => ['--root', root])],
    {
      env: { ...process.env, LUMAFOLD_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const browser = await openBrowser()
  try {
    const address = await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/)
    const problems: string[] = []
    const open = (options: BrowserContextOptions): Promise<Page> => openPage(browser, address, problems, options)
    const page = await open({ viewport: { width: 1440, height: 900 } })
    return { page, address, problems, openApart: open, close: () => closeAll(browser, serving) }
  } catch (error) {
    await closeAll(browser, serving)
    throw error
  }
}

async function openPage(
  browser: Browser,
  address: string,
  problems: string[],
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  page.setDefaultTimeout(PAGE_TIMEOUT_MS)
  watchProblems(page, problems)
  await slowDown(page)
  await page.goto(address)
  return page
}

/** Foreign addresses that the page requests from now on; filled as they are requested. */
export function watchForeignRequests({ page, address }: Pick<RunningApp, 'page' | 'address'>): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(?:data|blob):/.test(request.url()))
      foreign.push(request.url())
  })
  return foreign
}

/** LUMAFOLD_SLOW_BROWSER=6 makes the page six times slower, to show where a test does not wait long enough. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['LUMAFOLD_SLOW_BROWSER'] ?? 1)
  if (rate > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
}

/**
 * Takes the page's problems so far, except unavoidable ones: a page may request the pixels of a photo just when its
 * file or its entry disappears.
 */
export function takeProblems({ problems }: Pick<RunningApp, 'problems'>): string[] {
  const ofGonePhoto = /^404: (?:\/with\/[\w-]+)?\/photo\/\d+\/\w+$|^error: Failed to load resource: .* 404 /
  return problems.splice(0).filter((problem) => !ofGonePhoto.test(problem))
}

function watchProblems(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${new URL(response.url()).pathname}`)
  })
}

async function closeAll(browser: Browser, serving: ChildProcess): Promise<void> {
  await browser.close()
  serving.kill('SIGTERM')
  await waitForEnd(serving)
}
