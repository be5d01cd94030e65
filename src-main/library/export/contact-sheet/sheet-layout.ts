import { type ContactSheet, papers } from '../../../contract/library/contact-sheet.ts'

/** Points of a PDF in a millimetre. */
const POINTS = 72 / 25.4
/** Height of a caption's line in points, and its font size. */
export const CAPTION_LINE = 9
export const CAPTION_SIZE = 7
/** Between a picture and its first caption. */
export const CAPTION_GAP = 2
export const TITLE_SIZE = 12
const HEAD = 20
const FOOT = 14
const FOOT_MARGIN = 22

export type Box = { x: number; y: number; width: number; height: number }
export type SheetLayout = {
  /** All in points. */
  page: { width: number; height: number }
  title: Box
  foot: Box
  /** Places of pictures, row by row; the captions are below them. */
  cells: Box[]
}

/** The places of everything on a page. */
export function layOut(sheet: ContactSheet): SheetLayout {
  const paper = papers[sheet.paper]
  const [across, down] = sheet.isLandscape ? [paper.height, paper.width] : [paper.width, paper.height]
  const page = { width: across * POINTS, height: down * POINTS }
  const margin = sheet.margin * POINTS
  const gap = sheet.gap * POINTS
  const head = sheet.title === '' ? 0 : HEAD
  // The page number is in the margin if that is wide enough.
  const foot = sheet.hasPageNumbers && margin < FOOT_MARGIN ? FOOT : 0
  const inner = { width: page.width - 2 * margin, height: page.height - 2 * margin - head - foot }
  const width = (inner.width - (sheet.columns - 1) * gap) / sheet.columns
  const height = (inner.height - (sheet.rows - 1) * gap) / sheet.rows
  const captions = sheet.captions.length === 0 ? 0 : CAPTION_GAP + sheet.captions.length * CAPTION_LINE
  const cells = Array.from({ length: sheet.rows * sheet.columns }, (_, index) => ({
    x: margin + (index % sheet.columns) * (width + gap),
    y: margin + head + Math.floor(index / sheet.columns) * (height + gap),
    width,
    height: Math.max(1, height - captions),
  }))
  return {
    page,
    title: { x: margin, y: margin, width: inner.width, height: head },
    foot: { x: margin, y: page.height - margin - foot + 4, width: inner.width, height: FOOT },
    cells,
  }
}

/** A picture within a cell, centred and at its foot, so that captions are close to it. */
export function placeIn(cell: Box, { width, height }: { width: number; height: number }): Box {
  const factor = Math.min(cell.width / width, cell.height / height)
  const [across, down] = [width * factor, height * factor]
  return { x: cell.x + (cell.width - across) / 2, y: cell.y + cell.height - down, width: across, height: down }
}

/** Pixels of the long edge of a picture that fills a cell at a resolution. */
export const pixelsFor = ({ width, height }: Box, dpi: number): number =>
  Math.max(16, Math.ceil((Math.max(width, height) / 72) * dpi))
