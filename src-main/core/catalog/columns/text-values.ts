/** The texts of a column: a number for each photo, and what each number stands for. 0 is the empty text. */
export class TextValues {
  readonly #texts = ['']
  readonly #codes = new Map([['', 0]])
  #values: Uint32Array

  constructor(capacity: number) {
    this.#values = new Uint32Array(capacity)
  }

  /** The number of each photo's text, by slot. */
  get values(): Uint32Array {
    return this.#values
  }

  /** The number of a text; undefined where no photo has it. */
  codeOf(text: string): number | undefined {
    return this.#codes.get(text)
  }

  textOf(code: number): string {
    return this.#texts[code] ?? ''
  }

  set(slot: number, text: string): void {
    if (slot >= this.#values.length) this.#grow(slot)
    const code = this.#codes.get(text) ?? this.#texts.push(text) - 1
    this.#codes.set(text, code)
    this.#values[slot] = code
  }

  #grow(slot: number) {
    const wider = new Uint32Array(Math.max(slot + 1, this.#values.length * 2))
    wider.set(this.#values)
    this.#values = wider
  }
}
