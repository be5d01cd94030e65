import type { Sharp } from 'sharp'
import { sharp } from '../decode/libvips.ts'

/** A line of text; markup in it is shown literally. */
export type TextLine = {
  text: string
  /** `#rrggbb`. */
  color: string
  /** Height of the letters in pixels, as a font size. */
  pixels: number
  /**
   * Paths of typefaces: the first for all characters it has; the others, and then those of the system, for the rest.
   */
  fontFiles: readonly string[]
}

/** Letters of this many points are drawn at a resolution that gives the wanted height. */
const POINTS = 100

/**
 * Draws a line in any script on a transparent background, as large as its ink. Pango shapes it; its first letter
 * decides the direction.
 */
export async function drawText({ text, color, pixels, fontFiles }: TextLine): Promise<Sharp> {
  for (const file of fontFiles) await makeKnown(file)
  return sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `Inter ${POINTS}`,
      fontfile: fontFiles[0],
      rgba: true,
      dpi: Math.max(1, Math.round((72 * pixels) / POINTS)),
    },
  })
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const known = new Map<string, Promise<unknown>>()

/** libvips keeps a typeface for the whole process after any text was drawn with it. */
function makeKnown(fontFile: string): Promise<unknown> {
  const drawn =
    known.get(fontFile) ??
    sharp({ text: { text: '.', fontfile: fontFile, font: `Inter ${POINTS}` } })
      .raw()
      .toBuffer()
  known.set(fontFile, drawn)
  return drawn
}
