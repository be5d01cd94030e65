import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { DesktopTexts, englishDesktopTexts } from '../../contract/shell/desktop-texts.ts'

/**
 * Texts of the menu bar and of dialogs in the language of the window, which sends them; until then in English. They are
 * kept in a file, so that the next start has them before there is a window.
 */
export class KeptTexts {
  readonly #file: string
  #texts: DesktopTexts

  constructor(file: string) {
    this.#file = file
    this.#texts = read(file) ?? englishDesktopTexts
  }

  get current(): DesktopTexts {
    return this.#texts
  }

  /** Throws the system's errors if they cannot be written; they are used all the same. */
  set(texts: DesktopTexts): void {
    this.#texts = texts
    writeFileSync(`${this.#file}.new`, JSON.stringify(texts))
    renameSync(`${this.#file}.new`, this.#file)
  }
}

/** Null if the file is missing, incomplete, or lacks texts of this version. */
function read(file: string): DesktopTexts | null {
  try {
    return DesktopTexts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
