import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { app, type JumpListItem } from 'electron'
import { z } from 'zod'

const MAX_FOLDERS = 8

/** Folders that were added or opened last, where the system shows them: the dock of macOS, the jump list of Windows. */
export class RecentFolders {
  readonly #file: string
  readonly #platform: NodeJS.Platform
  #folders: string[]

  /** `file` holds the folders of earlier starts. */
  constructor(file: string, platform: NodeJS.Platform = process.platform) {
    this.#file = file
    this.#platform = platform
    this.#folders = read(file)
  }

  /** `title` is that of the list, in the language of the window. */
  note(path: string, title: string): void {
    this.#folders = [path, ...this.#folders.filter((one) => one !== path)].slice(0, MAX_FOLDERS)
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#folders))
    renameSync(`${this.#file}.new`, this.#file)
    // The dock opens it as the file manager would.
    if (this.#platform === 'darwin') app.addRecentDocument(path)
    this.show(title)
  }

  /** Shows them under a title, also after its language has changed. */
  show(title: string): void {
    if (this.#platform !== 'win32') return
    const items = this.#folders.map((path): JumpListItem => ({
      type: 'task',
      title: basename(path) || path,
      // Windows refuses tasks with longer descriptions.
      description: path.slice(-259),
      program: process.execPath,
      args: `"${path.replace(/\\+$/, '')}"`,
      iconPath: process.execPath,
      iconIndex: 0,
    }))
    // A list without entries cannot be set.
    app.setJumpList(items.length === 0 ? null : [{ type: 'custom', name: title, items }])
  }
}

/** Nothing is lost with a file that is missing or damaged. */
function read(file: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}
