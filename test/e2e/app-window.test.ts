/** @module-tag night */

import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { waitForEnd, waitForOutput } from '../shells/cli/run-cli.ts'
import { browserProgram, builtProgram, demandBuilt } from './find-programs.ts'

/** The separate window of an installed browser; the test inspects it through a port that it asked for. */

let base: string
let serving: ChildProcess
let browser: Browser
let address: string

const profileDir = () => join(base, 'data', 'window')
const debuggingPort = () => {
  const file = join(profileDir(), 'DevToolsActivePort')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : ''
}
/** Arguments of every running program, as anyone on the machine can read them. */
const allArguments = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readIfThere(`/proc/${name}/cmdline`))
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // ended meanwhile
  }
}

beforeAll(async () => {
  demandBuilt()
  base = realpathSync(makeTempFolder())
  mkdirSync(join(base, 'photos'))
  const options = ['--port', '0', '--root', join(base, 'photos'), '--open']
  serving = spawn(process.execPath, [builtProgram, 'serve', ...options], {
    env: {
      ...process.env,
      LUMAFOLD_DATA_DIR: join(base, 'data'),
      LUMAFOLD_CHROMIUM: browserProgram ?? '',
      LUMAFOLD_CHROMIUM_ARGUMENTS: '--headless=new --no-sandbox --disable-gpu --remote-debugging-port=0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  address = await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/)
  await vi.waitUntil(() => /^\d+$/.test(debuggingPort() ?? ''), { timeout: 60_000 })
  browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort()}`)
})
afterAll(async () => {
  await browser?.close()
  serving?.kill('SIGTERM')
  if (serving) await waitForEnd(serving)
  removeFolder(base)
})

test('shows the library, with the token in no argument of any program', async () => {
  await expect.poll(() => browser.contexts().flatMap((context) => context.pages()).length).toBe(1)
  const [page] = browser.contexts().flatMap((context) => context.pages())
  await page!.getByRole('button', { name: 'Add folder' }).first().waitFor()
  expect(page!.url()).not.toContain('token')
  const token = new URL(address).hash.replace('#token=', '')
  expect(await page!.evaluate(() => sessionStorage.getItem('lumafold.token'))).toBe(token)
  if (existsSync('/proc/self/cmdline')) {
    const seen = allArguments()
    expect(seen.some((line) => line.includes('/opening'))).toBe(true)
    expect(seen.filter((line) => line.includes(token))).toEqual([])
  }
  if (process.platform !== 'win32') expect(statSync(profileDir()).mode & 0o077).toBe(0)
})

test('closing the window ends the program', async () => {
  const [page] = browser.contexts().flatMap((context) => context.pages())
  await page!.close()
  expect(await waitForEnd(serving)).toBe(0)
})
