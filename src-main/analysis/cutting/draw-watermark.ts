import type { OverlayOptions, Sharp } from 'sharp'
import type { Size } from '../../contract/analysis/cropping.ts'
import { sharp } from '../decode/libvips.ts'
import type { DrawnWatermark } from './cut-request.ts'
import { drawText } from './draw-text.ts'

/** Height of capital letters in parts of the size of a font. */
const CAPITAL = 0.73
const percent = (share: number, of: number): number => (share / 100) * of

/** A watermark as an overlay for a picture of a size; never larger than the picture without its margins. */
export async function drawWatermark(watermark: DrawnWatermark, size: Size): Promise<OverlayOptions> {
  const short = Math.min(size.width, size.height)
  const margin = Math.round(percent(watermark.margin, short))
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) }
  const drawn = watermark.kind === 'text' ? await drawLine(watermark, short) : drawPicture(watermark, short)
  const { data, info } = await fade(drawn, watermark.opacity)
    .resize(room.width, room.height, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, ...placeOf(watermark.place, info, size, margin) }
}

const drawLine = (watermark: DrawnWatermark & { kind: 'text' }, short: number): Promise<Sharp> =>
  drawText({ ...watermark, pixels: Math.max(1, percent(watermark.size, short) / CAPITAL) })

const drawPicture = ({ bytes, size }: DrawnWatermark & { kind: 'picture' }, short: number): Sharp =>
  sharp(Buffer.from(bytes))
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(Math.max(1, Math.round(percent(size, short))), null, { fit: 'inside' })

const fade = (picture: Sharp, opacity: number): Sharp => sharpOf(picture).linear([1, 1, 1, opacity / 100], [0, 0, 0, 0])

const sharpOf = (picture: Sharp): Sharp => picture.ensureAlpha()

function placeOf(place: DrawnWatermark['place'], drawn: Size, size: Size, margin: number) {
  const [right, bottom] = [size.width - drawn.width - margin, size.height - drawn.height - margin]
  const left = place.endsWith('left') ? margin : place.endsWith('right') ? right : (size.width - drawn.width) / 2
  const top = place.startsWith('top') ? margin : place.startsWith('bottom') ? bottom : (size.height - drawn.height) / 2
  return { left: Math.max(0, Math.round(left)), top: Math.max(0, Math.round(top)) }
}
