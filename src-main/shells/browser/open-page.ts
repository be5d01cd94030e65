import { mkdir } from 'node:fs/promises'
import { messageOf } from '../../contract/errors.ts'
import { hasDisplay, openAddress } from '../reveal.ts'
import { openAppWindow } from './app-window.ts'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removePrivateFile, writePrivateFile } from '../secrets/private-file.ts'

/** How to show the page: in a separate window if possible, or as a tab of the default browser. */
export type PageView = 'window' | 'tab'

type Options = {
  /** With the token. */
  address: string
  view: PageView
  /** Folder of the window's browser profile. */
  profileDir: string
  /** Folder for the file that redirects a tab to the address; only this person may read it. */
  privateDir: string
  /** Called with the reason if something else is opened than requested. */
  note(sentence: string): void
}

/** The opened page. `closed` never resolves for a tab, which does not report its end. */
export type OpenedPage = { closed: Promise<void>; close(): Promise<void> }

const never = new Promise<void>(() => undefined)

/** Shows the page, without the token in a program's arguments, which others on the machine can read. */
export async function openPage(options: Options): Promise<OpenedPage> {
  if (!hasDisplay() && !process.env['LUMAFOLD_CHROMIUM_ARGUMENTS'])
    return { closed: never, close: async () => undefined }
  return (options.view === 'window' ? await tryWindow(options) : null) ?? openTab(options)
}

async function tryWindow({ address, profileDir, note }: Options): Promise<OpenedPage | null> {
  const program = findInstalledBrowser()
  if (program === null) return null
  try {
    await mkdir(profileDir, { recursive: true, mode: 0o700 })
    const extra = process.env['LUMAFOLD_CHROMIUM_ARGUMENTS']?.split(' ')
    return await openAppWindow({ program, address, profileDir, ...(extra ? { extra } : {}) })
  } catch (error) {
    note(`A window of its own could not be opened (${messageOf(error)}); it opens in the browser.`)
    return null
  }
}

async function openTab({ address, privateDir }: Options): Promise<OpenedPage> {
  const file = await writeLeadingFile(privateDir, address)
  await openAddress(file.address)
  return { closed: never, close: file.remove }
}

const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const onMacs = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const onWindows = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/**
 * Path of an installed Chrome, Chromium or Edge, or null. `LUMAFOLD_CHROMIUM` names one in another place. `env` and
 * `platform` as in `process`.
 */
function findInstalledBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const places = [env['LUMAFOLD_CHROMIUM'], ...placesOn(platform, env)]
  return places.find((place) => place !== undefined && place !== '' && existsSync(place)) ?? null
}

function placesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'darwin') return onMacs
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return folders.flatMap((folder) => (folder ? onWindows.map((path) => `${folder}\\${path}`) : []))
  }
  return (env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/**
 * Writes a page that redirects a browser to an address, and that only this person can read: the address contains a
 * token, and everybody on the machine can read the arguments of the program that opens it. `remove` deletes the file.
 */
async function writeLeadingFile(
  folder: string,
  address: string,
): Promise<{ address: string; remove(): Promise<void> }> {
  const path = join(folder, 'open.html')
  await writePrivateFile(path, pageThatLeadsTo(address))
  return { address: pathToFileURL(path).href, remove: () => removePrivateFile(path) }
}

/** The address is the program's own, and only contains letters, digits and `:/#=-_`. */
const pageThatLeadsTo = (address: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lumafold</title>
<meta http-equiv="refresh" content="0; url=${address}">
<a href="${address}">Lumafold</a></html>
`
