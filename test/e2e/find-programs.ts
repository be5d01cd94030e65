import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { repositoryDir } from '../fixtures/folders.ts'

/** The setup's own ways of finding programs, so that tests and `npm start` agree. */
const load = <T>(name: string): Promise<T> =>
  import(pathToFileURL(join(repositoryDir, 'build/setup', name)).href) as Promise<T>

const { findBrowser } = await load<{ findBrowser(): string | null }>('find-browser.mjs')
const { findElectron, hasDisplay } = await load<{ findElectron(): string | null; hasDisplay(): boolean }>('desktop.mjs')

/** A browser of the Chromium family, or null. */
export const browserProgram = findBrowser()

/** Electron's program if there is also a display for its window, or null. */
export const electronProgram = hasDisplay() ? findElectron() : null

/** The built program that `npm start` runs; the setup builds it. */
export const builtProgram = join(repositoryDir, 'out/main/cli.js')

/** Reports what is missing before a test fails in a less obvious way. */
export function demandBuilt(): void {
  if (!existsSync(builtProgram) || !existsSync(join(repositoryDir, 'out/renderer/index.html')))
    throw new Error('The app is not built: run "npm run setup" first, or run the tests with "npm test".')
}

/** Runs a command of the built program to its end, and returns its output; rejects if it fails. */
export async function runBuilt(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, LUMAFOLD_DATA_DIR: dataDir, NO_COLOR: '1' }
  return (await promisify(execFile)(process.execPath, [builtProgram, ...args], { env })).stdout
}
