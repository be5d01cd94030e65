import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ContactSheet } from '../../../contract/library/contact-sheet.ts'
import { drawText } from '../../../analysis/cutting/draw-text.ts'
import {
  type Box,
  CAPTION_GAP,
  CAPTION_LINE,
  CAPTION_SIZE,
  layOut,
  placeIn,
  type SheetLayout,
  TITLE_SIZE,
} from './sheet-layout.ts'

type Picture = { bytes: Uint8Array; width: number; height: number }
/** A sheet of `photos` photos; `fontFiles` are its typefaces, as for `drawText`. */
type SheetOrder = { sheet: ContactSheet; photos: number; fontFiles: readonly string[] }

/**
 * A PDF of photos in rows and columns that is written while it is created: its size in memory does not depend on the
 * number of photos. The first typeface is embedded with the letters used. Lines in other scripts, which a PDF reader
 * would not shape, are drawn as small pictures.
 */
export class SheetDocument {
  readonly layout: SheetLayout
  readonly #sheet: ContactSheet
  readonly #doc: PDFKit.PDFDocument
  readonly #file: ReturnType<typeof createWriteStream>
  readonly #written: Promise<void>
  readonly #pages: number
  readonly #fontFiles: readonly string[]
  #placed = 0

  private constructor({ sheet, photos, fontFiles }: SheetOrder, doc: PDFKit.PDFDocument, path: string) {
    this.#sheet = sheet
    this.#fontFiles = fontFiles
    this.#doc = doc
    this.layout = layOut(sheet)
    this.#pages = Math.max(1, Math.ceil(photos / this.layout.cells.length))
    this.#file = createWriteStream(path, { flags: 'wx' })
    this.#written = finished(this.#file)
    this.#written.catch(() => undefined) // `end` reports it
    doc.pipe(this.#file)
  }

  /** Begins a file. */
  static async open(path: string, order: SheetOrder): Promise<SheetDocument> {
    const { default: PdfDocument } = await import('pdfkit')
    const doc = new PdfDocument({ autoFirstPage: false, font: order.fontFiles[0]!, info: infoOf(order.sheet) })
    return new SheetDocument(order, doc, path)
  }

  /** Puts a photo in the next cell; null leaves it empty but for its captions. Waits if the disk is slower. */
  async add(picture: Picture | null, captions: readonly string[]): Promise<void> {
    const place = this.#placed % this.layout.cells.length
    if (place === 0) await this.#beginPage()
    this.#placed += 1
    const cell = this.layout.cells[place]!
    if (picture !== null) {
      const { x, y, width, height } = placeIn(cell, picture)
      this.#doc.image(Buffer.from(picture.bytes), x, y, { width, height })
    }
    const captionsAt = cell.y + cell.height + CAPTION_GAP
    for (const [index, line] of captions.entries()) {
      const box = { ...cell, y: captionsAt + index * CAPTION_LINE, height: CAPTION_LINE }
      await this.#write(line, box, CAPTION_SIZE)
    }
    if (this.#file.writableNeedDrain) await once(this.#file, 'drain')
  }

  /** Writes the rest. */
  async end(): Promise<void> {
    this.#doc.end()
    await this.#written
  }

  /** Gives the file up. It may be deleted after this resolves: before, it may still be about to be opened. */
  async close(): Promise<void> {
    this.#file.destroy()
    await this.#written.catch(() => undefined) // it is given up anyway
  }

  async #beginPage(): Promise<void> {
    const { width, height } = this.layout.page
    this.#doc.addPage({ size: [width, height], margin: 0 })
    const page = Math.floor(this.#placed / this.layout.cells.length) + 1
    await this.#write(this.#sheet.title, this.layout.title, TITLE_SIZE)
    if (this.#sheet.hasPageNumbers) await this.#write(`${page} / ${this.#pages}`, this.layout.foot, CAPTION_SIZE)
  }

  /** Writes a line in the middle of a box, never beyond its sides. */
  async #write(text: string, box: Box, size: number): Promise<void> {
    if (text === '') return
    if (!inFirstTypeface.test(text)) return this.#draw(text, box, size)
    this.#doc.fontSize(size).fillColor(COLOR)
    const line = await cut(text, async (each) => this.#doc.widthOfString(each) <= box.width)
    this.#doc.text(line, box.x, box.y, { width: box.width, align: 'center', lineBreak: false })
  }

  async #draw(text: string, { x, y, width }: Box, size: number): Promise<void> {
    const draw = async (line: string, dpi: number) =>
      (await drawText({ text: line, color: COLOR, pixels: (size * dpi) / 72, fontFiles: this.#fontFiles }))
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer({ resolveWithObject: true })
    const widthOf = async (line: string) => ((await draw(line, MEASURED_DPI)).info.width * 72) / MEASURED_DPI
    const line = await cut(text, async (each) => (await widthOf(each)) <= width)
    const { data, info } = await draw(line, DRAWN_DPI)
    const shown = Math.min(1, width / ((info.width * 72) / DRAWN_DPI)) * (72 / DRAWN_DPI)
    const [across, down] = [info.width * shown, info.height * shown]
    this.#doc.image(data, x + (width - across) / 2, y + (size * LINE_HEIGHT - down) / 2, {
      width: across,
      height: down,
    })
  }
}

const COLOR = '#222222'
/** Characters of Inter: letters of Latin, Greek and Cyrillic, and the signs used with them. */
const inFirstTypeface = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u00ff\u2010-\u203a€★]*$/u
/** Height of a line of Inter relative to its font size. */
const LINE_HEIGHT = 1.21
/** Pixels per inch of drawn lines, and of lines that are only measured. */
const DRAWN_DPI = 600
const MEASURED_DPI = 144

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text that is too long loses its middle, since photos' names differ at their ends. */
async function cut(text: string, fits: (text: string) => Promise<boolean>): Promise<string> {
  if (await fits(text)) return text
  const all = [...letters.segment(text)].map(({ segment }) => segment)
  const keep = (count: number) => {
    const front = count >> 1
    return `${all.slice(0, front).join('')}…${all.slice(all.length - (count - front)).join('')}`
  }
  let [fitting, tooMany] = [2, all.length]
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1
    if (await fits(keep(middle))) fitting = middle
    else tooMany = middle
  }
  return keep(fitting)
}

const infoOf = ({ title }: ContactSheet) => ({
  Title: title === '' ? 'Contact sheet' : title,
  Creator: 'Lumafold',
  Producer: 'Lumafold',
})
