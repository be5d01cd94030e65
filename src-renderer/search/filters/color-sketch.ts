/** A place on a sketch, from 0 to 1 of its width and height. */
export type SketchPoint = { x: number; y: number }

/** Cells by which areas are counted: fine enough for one percent. */
const COLUMNS = 96
const ROWS = 64

/** Width of a brush, as a fraction of the sketch's width. */
export const BRUSH = 0.12

/** The colours of a sketch: which of them covers which part. */
export class ColorSketch {
  readonly #brushes: string[] = []
  /** The brush of each cell, counted from 1; 0 if nothing is painted. */
  readonly #cells = new Uint8Array(COLUMNS * ROWS)

  /** Paints along a line, over earlier paint. `html` is `#rrggbb`; a sketch has at most 255 colours. */
  paint(from: SketchPoint, to: SketchPoint, html: string): void {
    const brush = this.#numberOf(html)
    const steps = Math.max(1, Math.ceil(Math.hypot((to.x - from.x) * COLUMNS, (to.y - from.y) * ROWS)))
    for (let step = 0; step <= steps; step++) {
      const part = step / steps
      this.#dot(brush, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    }
  }

  clear(): void {
    this.#cells.fill(0)
  }

  /** How much of the sketch each colour covers, in percent; colours that are painted over are left out. */
  colors(): { html: string; percent: number }[] {
    const counts = new Uint32Array(this.#brushes.length + 1)
    for (const brush of this.#cells) counts[brush]! += 1
    return this.#brushes
      .map((html, place) => ({ html, percent: (counts[place + 1]! / this.#cells.length) * 100 }))
      .filter(({ percent }) => percent > 0)
  }

  #numberOf(html: string): number {
    if (!this.#brushes.includes(html)) this.#brushes.push(html)
    return this.#brushes.indexOf(html) + 1
  }

  #dot(brush: number, { x, y }: SketchPoint): void {
    const radius = (BRUSH / 2) * COLUMNS
    const [middleX, middleY] = [x * COLUMNS, y * ROWS]
    const [left, right] = [Math.max(0, Math.floor(middleX - radius)), Math.min(COLUMNS, Math.ceil(middleX + radius))]
    const [top, bottom] = [Math.max(0, Math.floor(middleY - radius)), Math.min(ROWS, Math.ceil(middleY + radius))]
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++)
        if (Math.hypot(column + 0.5 - middleX, row + 0.5 - middleY) <= radius)
          this.#cells[row * COLUMNS + column] = brush
  }
}
