/** A row is a list of cells, as texts. */
export type CsvRow = string[]

/** No cell that a person writes is longer. */
const MAX_CELL = 1_000_000

/** Where a parser is in a text. */
type State = 'start' | 'plain' | 'quoted' | 'quote'

/**
 * Parses CSV as RFC 4180 has it, piece by piece: cells in quotes may hold line breaks, and a quote in one is doubled.
 * Lines may end in any way. Throws a RangeError for a cell without end.
 */
export class CsvParser {
  readonly #separator: string
  #state: State = 'start'
  #cell = ''
  #row: CsvRow = []
  #isAfterReturn = false

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The rows that end in this piece. */
  push(text: string): CsvRow[] {
    const rows: CsvRow[] = []
    for (const letter of text) {
      if (this.#state === 'quoted' ? this.#readQuoted(letter) : this.#readPlain(letter)) rows.push(this.#takeRow())
    }
    return rows
  }

  /** The last row, where no line break stands behind it. */
  end(): CsvRow[] {
    return this.#row.length > 0 || this.#cell !== '' || this.#state !== 'start' ? [this.#takeRow()] : []
  }

  #readQuoted(letter: string): boolean {
    if (letter === '"') this.#state = 'quote'
    else this.#add(letter)
    return false
  }

  /** Returns whether the row ends here. */
  #readPlain(letter: string): boolean {
    const isSecondOfBreak = this.#isAfterReturn && letter === '\n'
    this.#isAfterReturn = letter === '\r'
    if (isSecondOfBreak) return false
    if (letter === '\n' || letter === '\r') return true
    if (letter === this.#separator) this.#endCell()
    else if (letter === '"' && this.#state === 'start') this.#state = 'quoted'
    else if (letter === '"' && this.#state === 'quote') {
      this.#add(letter)
      this.#state = 'quoted'
    } else {
      this.#add(letter)
      this.#state = 'plain'
    }
    return false
  }

  #add(letter: string): void {
    if (this.#cell.length >= MAX_CELL) throw new RangeError('A cell has no end.')
    this.#cell += letter
  }

  #endCell(): void {
    this.#row.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  #takeRow(): CsvRow {
    this.#endCell()
    const row = this.#row
    this.#row = []
    return row
  }
}
