import { mkdir } from 'node:fs/promises'
import { messageOf } from '../../contract/errors.ts'
import { hasDisplay, openAddress } from '../reveal.ts'
import { openAppWindow } from './app-window.ts'
import { findInstalledBrowser } from './installed-browser.ts'
import { writeLeadingFile } from './leading-file.ts'

/** How the page is shown: in a window of its own where that can be, or as a tab of the person's usual browser. */
export type PageView = 'window' | 'tab'

type Options = {
  /** With the token. */
  address: string
  view: PageView
  /** Folder of the window's browser profile. */
  profileDir: string
  /** Folder for the file that leads a tab to the address; only this person may read it. */
  privateDir: string
  /** Told why something else is opened than was asked for. */
  note(sentence: string): void
}

/** What was opened. `closed` never resolves for a tab, of which nobody hears. */
export type OpenedPage = { closed: Promise<void>; close(): Promise<void> }

const never = new Promise<void>(() => undefined)

/** Shows the page, without the token in arguments of a program, which others on the machine can read. */
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
