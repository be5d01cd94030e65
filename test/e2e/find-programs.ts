import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryDir } from '../fixtures/folders.ts'

/** The set-up's own ways of finding programs, so that tests and `npm start` agree. */
const load = <T>(name: string): Promise<T> =>
  import(pathToFileURL(join(repositoryDir, 'build/setup', name)).href) as Promise<T>

const { findBrowser } = await load<{ findBrowser(): string | null }>('find-browser.mjs')
const { findElectron, hasDisplay } = await load<{ findElectron(): string | null; hasDisplay(): boolean }>('desktop.mjs')

/** A browser of the Chromium family, or null. */
export const browserProgram = findBrowser()

/** Electron's program where there is also a display to show its window on, or null. */
export const electronProgram = hasDisplay() ? findElectron() : null

/** The built program that `npm start` runs; set-up makes it. */
export const builtProgram = join(repositoryDir, 'out/main/cli.js')

/** Says what is missing before a test fails in a stranger way. */
export function demandBuilt(): void {
  if (!existsSync(builtProgram) || !existsSync(join(repositoryDir, 'out/renderer/index.html')))
    throw new Error('The app is not built: run "npm run setup" first, or run the tests with "npm test".')
}
