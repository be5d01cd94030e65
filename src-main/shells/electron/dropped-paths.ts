import { randomUUID } from 'node:crypto'
import { ipcMain, type BrowserWindow } from 'electron'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { isOwnPage } from './is-own-page.ts'

const MAX_KEPT = 20

/**
 * Paths of folders that a person dropped on the window. The preload script gets them from the system and passes them
 * on; the page uses ids for them.
 */
export class DroppedPaths {
  readonly #paths = new Map<string, string>()

  /** Accepts them only from the page of the app's own window. */
  receive(window: () => BrowserWindow | null): void {
    ipcMain.handle('lumafold:dropped', (event, path: unknown) => {
      if (!isOwnPage(event, window()) || typeof path !== 'string' || path === '') return ''
      return this.#keep(path)
    })
  }

  /** The path of an id, once. Throws `bad-params` if there is none. */
  take(id: string): string {
    const path = this.#paths.get(id)
    this.#paths.delete(id)
    if (path === undefined) throw new AppError('bad-params', say('paths.dropAgain'))
    return path
  }

  #keep(path: string): string {
    const id = randomUUID()
    this.#paths.set(id, path)
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > MAX_KEPT && oldest !== undefined) this.#paths.delete(oldest)
    return id
  }
}
