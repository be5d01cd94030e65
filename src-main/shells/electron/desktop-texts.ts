import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { DesktopTexts, englishDesktopTexts } from '../../contract/shell/desktop-texts.ts'

/**
 * Texts of the menu bar and of dialogs in the language of the window, which tells them; in English until it has. They
 * are kept in a file, so that they are right from the beginning of the next start, before there is a window.
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

  /** Throws the system's errors where they cannot be written; they are shown all the same. */
  set(texts: DesktopTexts): void {
    this.#texts = texts
    writeFileSync(`${this.#file}.new`, JSON.stringify(texts))
    renameSync(`${this.#file}.new`, this.#file)
  }
}

/** Null for a file that is not there, is not whole, or lacks texts that this version shows. */
function read(file: string): DesktopTexts | null {
  try {
    return DesktopTexts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
