import type { OverlayOptions, Sharp } from 'sharp'
import type { Size } from '../../contract/analysis/cropping.ts'
import { sharp } from '../decode/libvips.ts'
import type { DrawnWatermark } from './cut-request.ts'

/** Letters of this many points are drawn at a resolution that makes them as high as is wanted. */
const POINTS = 100
/** Height of capital letters in parts of the size of a font. */
const CAPITAL = 0.73
const percent = (share: number, of: number): number => (share / 100) * of

/** A watermark as an overlay for a picture of a size; never larger than the picture without its margins. */
export async function drawWatermark(watermark: DrawnWatermark, size: Size): Promise<OverlayOptions> {
  const short = Math.min(size.width, size.height)
  const margin = Math.round(percent(watermark.margin, short))
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) }
  const drawn = watermark.kind === 'text' ? drawText(watermark, short) : drawPicture(watermark, short)
  const { data, info } = await fade(drawn, watermark.opacity)
    .resize(room.width, room.height, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, ...placeOf(watermark.place, info, size, margin) }
}

function drawText({ text, color, size, fontFile }: DrawnWatermark & { kind: 'text' }, short: number): Sharp {
  const letters = Math.max(1, percent(size, short) / CAPITAL)
  return sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `Inter ${POINTS}`,
      fontfile: fontFile,
      rgba: true,
      dpi: Math.max(1, Math.round((72 * letters) / POINTS)),
    },
  })
}

const drawPicture = ({ bytes, size }: DrawnWatermark & { kind: 'picture' }, short: number): Sharp =>
  sharp(Buffer.from(bytes))
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(Math.max(1, Math.round(percent(size, short))), null, { fit: 'inside' })

const fade = (picture: Sharp, opacity: number): Sharp => sharpOf(picture).linear([1, 1, 1, opacity / 100], [0, 0, 0, 0])

const sharpOf = (picture: Sharp): Sharp => picture.ensureAlpha()

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function placeOf(place: DrawnWatermark['place'], drawn: Size, size: Size, margin: number) {
  const [right, bottom] = [size.width - drawn.width - margin, size.height - drawn.height - margin]
  const left = place.endsWith('left') ? margin : place.endsWith('right') ? right : (size.width - drawn.width) / 2
  const top = place.startsWith('top') ? margin : place.startsWith('bottom') ? bottom : (size.height - drawn.height) / 2
  return { left: Math.max(0, Math.round(left)), top: Math.max(0, Math.round(top)) }
}
