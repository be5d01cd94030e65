import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { chromium, type Page } from 'playwright'

/**
 * `try-packed.ts` starts the program that electron-builder packed into `release`, with a folder of two pictures. It
 * fails if the program does not analyse both within two minutes, does not show one in full screen on `F`, cannot copy,
 * or does not end when its window is closed. It needs a display and Electron's real runtime.
 */

const MAX_MS = 120_000
const projectDir = resolve(import.meta.dirname, '../..')
const release = join(projectDir, 'release')
const programs: Record<string, string> = {
  linux: `${process.arch === 'x64' ? 'linux' : `linux-${process.arch}`}-unpacked/lumafold`,
  win32: `${process.arch === 'x64' ? 'win' : `win-${process.arch}`}-unpacked/Lumafold.exe`,
  darwin: `${readdirSync(release).find((name) => name.startsWith('mac')) ?? 'mac'}/Lumafold.app/Contents/MacOS/Lumafold`,
}

const base = mkdtempSync(join(tmpdir(), 'lumafold-packed-'))
const photos = join(base, 'photos')
mkdirSync(photos)
for (const name of ['grid.webp', 'photo.webp']) cpSync(join(projectDir, 'docs/images', name), join(photos, name))

const program = join(release, programs[process.platform]!)
const unsandboxed = process.platform === 'linux' ? ['--no-sandbox'] : []
// Chromium's own port for tools; the fuses close Node's.
const child = spawn(program, [...unsandboxed, '--remote-debugging-port=0', '--add', photos], {
  env: { ...process.env, LUMAFOLD_DATA_DIR: base },
  stdio: ['ignore', 'inherit', 'pipe'],
})
const address = new Promise<string>((resolveAddress) => {
  let text = ''
  child.stderr.on('data', (bytes: Buffer) => {
    process.stderr.write(bytes)
    text += bytes.toString()
    const [, found] = /DevTools listening on (ws:\S+)/.exec(text) ?? []
    if (found !== undefined) resolveAddress(found)
  })
})
const ended = new Promise<number | null>((resolveEnd) => child.once('exit', resolveEnd))
const hasEnded = ended.then(() => true)

const analysed = (): number => {
  const file = join(base, 'library/library.db')
  if (!existsSync(file)) return 0
  try {
    const database = new Database(file, { readonly: true })
    const row = database.prepare('SELECT count(*) AS count FROM photos WHERE thumb_version > 0').get() as {
      count: number
    }
    database.close()
    return row.count
  } catch {
    return 0 // its layout is being created
  }
}

const start = Date.now()
while (analysed() < 2) {
  if (await Promise.race([hasEnded, pause(500, false)])) throw new Error('The packed program ended by itself.')
  if (Date.now() - start > MAX_MS) throw new Error('The packed program did not analyse two pictures in two minutes.')
}
console.log(`The packed program analysed two pictures in ${Math.round((Date.now() - start) / 1000)} s.`)
await inTime(useWindow(await inTime(address, 'open its port')), 'show a picture, copy and quit')
const code = await inTime(ended, 'end')
// A Mac's program was sent a signal.
if (code !== 0 && process.platform !== 'darwin') throw new Error(`The packed program ended with ${code}.`)
console.log('It showed one in full screen, copied, and ended with its window.')

/** Does what a person does: opens a picture, presses F, copies and pastes, closes the window. */
async function useWindow(port: string): Promise<void> {
  const browser = await chromium.connectOverCDP(port)
  const [context] = browser.contexts()
  const page = context!.pages()[0] ?? (await context!.waitForEvent('page'))
  await page.getByRole('gridcell').first().dblclick()
  await page.waitForURL(/photo\//)
  await page.keyboard.press('f')
  await page.waitForFunction('document.fullscreenElement !== null')
  await page.keyboard.press('f')
  await page.waitForFunction('document.fullscreenElement === null')
  await page.keyboard.press('Escape')
  await copyAndPaste(page)
  await page.evaluate('setTimeout(() => window.close())')
  // On a Mac a program continues without windows.
  if (process.platform === 'darwin') child.kill()
}

async function copyAndPaste(page: Page): Promise<void> {
  await page.evaluate("navigator.clipboard.writeText('lumafold copied')")
  const field = page.getByRole('combobox').first()
  await field.focus()
  await page.keyboard.press(process.platform === 'darwin' ? 'Meta+V' : 'Control+V')
  await page.waitForFunction("document.activeElement.value?.includes('lumafold copied')")
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  const late = pause(MAX_MS, null, { ref: false }).then(() => {
    throw new Error(`The packed program did not ${what} in two minutes.`)
  })
  return Promise.race([work, late])
}
