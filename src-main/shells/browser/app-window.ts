import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { DevtoolsPipe } from './devtools-pipe.ts'
import { OPENING_PATH } from './opening-page.ts'

/** The program's own window in an installed browser. */
export type AppWindow = {
  /** Resolves when the person has closed the window, or the browser has ended. */
  closed: Promise<void>
  close(): Promise<void>
}

type Target = { targetId: string; type: string; url: string }
type Options = {
  /** Path of a Chromium-based browser. */
  program: string
  /** With the token in its fragment. */
  address: string
  /** Folder of the browser's profile, created if needed and used for nothing else. */
  profileDir: string
  /** Additional arguments, for example for a machine without a display. */
  extra?: readonly string[]
}

/** Milliseconds that a browser has to end after the request to do so. */
const END_WITHIN_MS = 3000

/**
 * Opens a window without tabs and address bar, with its own profile. Everybody on the machine can read the arguments,
 * so they name a page without secrets; the address with the token goes through a pipe. Rejects if the browser does not
 * start.
 */
export async function openAppWindow({ program, address, profileDir, extra = [] }: Options): Promise<AppWindow> {
  const opening = new URL(OPENING_PATH, address).href
  const child = spawn(program, [...argumentsFor(opening, profileDir), ...extra], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = untilEnded(child)
  const browser = new DevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable) // pipes, as requested above
  const windows = followWindows(browser)
  try {
    await browser.send('Target.setDiscoverTargets', { discover: true })
    await lead(browser, await windows.first, address)
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    closed: Promise.race([windows.allClosed, ended]),
    close: () => end(browser, child, ended),
  }
}

const argumentsFor = (opening: string, profileDir: string): string[] => [
  `--app=${opening}`,
  `--user-data-dir=${profileDir}`,
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--hide-crash-restore-bubble',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The first page of the browser, and when the last one is closed. */
function followWindows(browser: DevtoolsPipe): { first: Promise<Target>; allClosed: Promise<void> } {
  const open = new Set<string>()
  const first = Promise.withResolvers<Target>()
  const allClosed = Promise.withResolvers<void>()
  browser.onEvent((method, params) => {
    if (method === 'Target.targetCreated') {
      const { targetInfo } = params as { targetInfo: Target }
      if (targetInfo.type !== 'page') return
      open.add(targetInfo.targetId)
      first.resolve(targetInfo)
    }
    if (method === 'Target.targetDestroyed') {
      const isLast = open.delete((params as { targetId: string }).targetId) && open.size === 0
      if (isLast) allClosed.resolve()
    }
  })
  return { first: first.promise, allClosed: allClosed.promise }
}

async function lead(browser: DevtoolsPipe, { targetId }: Target, address: string): Promise<void> {
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  await browser.send('Page.navigate', { url: address }, sessionId)
  await browser.send('Target.detachFromTarget', { sessionId })
}

async function end(browser: DevtoolsPipe, child: ChildProcess, ended: Promise<void>): Promise<void> {
  void browser.send('Browser.close').catch(() => undefined) // it may already be closing
  const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

function untilEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}
