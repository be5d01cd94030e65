import { widerThan } from './room.ts'

/** More different texts need more than two bytes for each photo. */
const MAX_SMALL = 65_535

/** The texts, and the number of each slot's. */
export type TextParts = { texts: readonly string[]; values: Uint16Array | Uint32Array }

/** The texts of a column: a number for each photo, and the text of each number. 0 is the empty text. */
export class TextValues {
  readonly #texts: string[]
  readonly #codes: Map<string, number>
  #values: Uint16Array | Uint32Array

  constructor(capacity: number, kept?: TextParts) {
    this.#texts = kept ? [...kept.texts] : ['']
    this.#codes = new Map(this.#texts.map((text, code) => [text, code]))
    this.#values = kept?.values ?? new Uint16Array(capacity)
  }

  /** Its content for this many slots, to be saved in a file and given to the constructor. */
  parts(slots: number): TextParts {
    return { texts: this.#texts, values: this.#values.subarray(0, slots) }
  }

  /** The number of each photo's text, by slot; call it again after texts were set, since the array may have grown. */
  get values(): Uint16Array | Uint32Array {
    return this.#values
  }

  /** The number of a text; undefined if no photo has it. */
  codeOf(text: string): number | undefined {
    return this.#codes.get(text)
  }

  textOf(code: number): string {
    return this.#texts[code] ?? ''
  }

  set(slot: number, text: string): void {
    const code = this.#codes.get(text) ?? this.#texts.push(text) - 1
    this.#codes.set(text, code)
    const isSmall = this.#values instanceof Uint16Array
    if (slot >= this.#values.length || (isSmall && code > MAX_SMALL)) this.#grow(slot)
    this.#values[slot] = code
  }

  #grow(slot: number) {
    const length = slot < this.#values.length ? this.#values.length : Math.max(slot + 1, widerThan(this.#values.length))
    const wider = this.#texts.length > MAX_SMALL + 1 ? new Uint32Array(length) : new Uint16Array(length)
    wider.set(this.#values)
    this.#values = wider
  }
}
