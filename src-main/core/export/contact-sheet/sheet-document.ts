import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ContactSheet } from '../../../contract/library/contact-sheet.ts'
import { CAPTION_LINE, CAPTION_SIZE, layOut, placeIn, type SheetLayout, TITLE_SIZE } from './sheet-layout.ts'

type Picture = { bytes: Uint8Array; width: number; height: number }

/**
 * A PDF of photos in rows and columns that is written while it is made: its size in memory does not depend on how many
 * photos there are. The typeface is embedded with the letters that are used.
 */
export class SheetDocument {
  readonly layout: SheetLayout
  readonly #sheet: ContactSheet
  readonly #doc: PDFKit.PDFDocument
  readonly #file: ReturnType<typeof createWriteStream>
  readonly #written: Promise<void>
  readonly #pages: number
  #placed = 0

  private constructor(sheet: ContactSheet, doc: PDFKit.PDFDocument, path: string, photos: number) {
    this.#sheet = sheet
    this.#doc = doc
    this.layout = layOut(sheet)
    this.#pages = Math.max(1, Math.ceil(photos / this.layout.cells.length))
    this.#file = createWriteStream(path, { flags: 'wx' })
    this.#written = finished(this.#file)
    this.#written.catch(() => undefined) // told by `end`
    doc.pipe(this.#file)
  }

  /** Begins a file for so many photos; `fontFile` is the typeface of all its texts. */
  static async open(
    path: string,
    order: { sheet: ContactSheet; photos: number; fontFile: string },
  ): Promise<SheetDocument> {
    const { default: PdfDocument } = await import('pdfkit')
    const doc = new PdfDocument({ autoFirstPage: false, font: order.fontFile, info: infoOf(order.sheet) })
    return new SheetDocument(order.sheet, doc, path, order.photos)
  }

  /** Puts a photo at the next place; null leaves it empty but for its captions. Waits where the disk is slower. */
  async add(picture: Picture | null, captions: readonly string[]): Promise<void> {
    const place = this.#placed % this.layout.cells.length
    if (place === 0) this.#beginPage()
    this.#placed += 1
    const cell = this.layout.cells[place]!
    if (picture !== null) {
      const { x, y, width, height } = placeIn(cell, picture)
      this.#doc.image(Buffer.from(picture.bytes), x, y, { width, height })
    }
    this.#doc.fontSize(CAPTION_SIZE).fillColor('#222222')
    captions.forEach((line, index) =>
      this.#write(line, { ...cell, y: cell.y + cell.height + 2 + index * CAPTION_LINE, height: CAPTION_LINE }),
    )
    if (this.#file.writableNeedDrain) await once(this.#file, 'drain')
  }

  /** Writes the rest. */
  async end(): Promise<void> {
    this.#doc.end()
    await this.#written
  }

  /** Gives the file up. It may be deleted afterwards: until then it may still be about to be opened. */
  async close(): Promise<void> {
    this.#file.destroy()
    await this.#written.catch(() => undefined) // given up is what it should be
  }

  #beginPage(): void {
    const { width, height } = this.layout.page
    this.#doc.addPage({ size: [width, height], margin: 0 })
    const page = Math.floor(this.#placed / this.layout.cells.length) + 1
    this.#doc.fillColor('#222222').fontSize(TITLE_SIZE)
    if (this.#sheet.title !== '') this.#write(this.#sheet.title, this.layout.title)
    this.#doc.fontSize(CAPTION_SIZE)
    if (this.#sheet.hasPageNumbers) this.#write(`${page} / ${this.#pages}`, this.layout.foot)
  }

  #write(text: string, { x, y, width }: { x: number; y: number; width: number; height: number }): void {
    if (text !== '') this.#doc.text(this.#cut(text, width), x, y, { width, align: 'center', lineBreak: false })
  }

  /** A text that is too long loses its middle, since names of photos end in what tells them apart. */
  #cut(text: string, width: number): string {
    if (this.#doc.widthOfString(text) <= width) return text
    let kept = [...text]
    while (kept.length > 2 && this.#doc.widthOfString(`${kept.join('')}…`) > width)
      kept = kept.toSpliced(kept.length >> 1, 1)
    return `${kept.slice(0, kept.length >> 1).join('')}…${kept.slice(kept.length >> 1).join('')}`
  }
}

const infoOf = ({ title }: ContactSheet) => ({
  Title: title === '' ? 'Contact sheet' : title,
  Creator: 'Lumafold',
  Producer: 'Lumafold',
})
