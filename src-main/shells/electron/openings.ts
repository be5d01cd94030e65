import { EventEmitter, once } from 'node:events'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import { readLink, type Opening } from '../../contract/shell/opening.ts'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'
import type { HostCalls } from '../shell-dispatch.ts'

type Parts = {
  host: Pick<HostCalls, 'addFolder' | 'findFolder' | 'findPhoto'>
  window(): BrowserWindow | null
  texts(): DesktopTexts
}

/** What the system has the program open, until the page of the main window takes it. */
export class Openings {
  readonly #parts: Parts
  readonly #waiting: Opening[] = []
  readonly #came = new EventEmitter()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Opens a link of the program, or a file or folder by its absolute path. A link that cannot be read is left alone:
   * anybody can write one. Rejects with the library's or the system's errors.
   */
  async open(what: string): Promise<void> {
    const opening = /^lumafold:/i.test(what) ? readLink(what) : await this.#ofPath(what)
    if (opening === null) return
    this.#waiting.push(opening)
    this.#came.emit('come')
  }

  /** What is to be shown, one after the other, until aborted. */
  async *follow(signal: AbortSignal): AsyncGenerator<Opening> {
    while (!signal.aborted) {
      const next = this.#waiting.shift()
      if (next !== undefined) yield next
      else await once(this.#came, 'come', { signal }).catch(() => undefined)
    }
  }

  /** A folder is added, like one dropped on the window; for an unknown file, the person is asked. */
  async #ofPath(path: string): Promise<Opening | null> {
    const { host } = this.#parts
    const isFolder = (await stat(path)).isDirectory()
    const photoId = isFolder ? null : await host.findPhoto({ path })
    if (photoId !== null) return { kind: 'photo', id: photoId }
    const folder = isFolder ? path : dirname(path)
    const known = await host.findFolder({ path: folder })
    if (known !== null) return { kind: 'folder', id: known }
    if (!isFolder && !(await this.#wants(folder))) return null
    return { kind: 'folder', id: (await host.addFolder({ path: folder })).id }
  }

  async #wants(folder: string): Promise<boolean> {
    const { addFolderOfFile, add, cancel } = this.#parts.texts()
    const options = { message: addFolderOfFile, detail: folder, buttons: [add, cancel], defaultId: 0, cancelId: 1 }
    const window = this.#parts.window()
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
    return response === 0
  }
}
