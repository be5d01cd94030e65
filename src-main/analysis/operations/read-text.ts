import type { TextLine } from '../../contract/analysis/text-line.ts'
import type { TextResult } from '../../contract/analysis/operations/text.ts'
import { decodePhoto } from '../decode/decode-photo.ts'
import { WORKING_SIDE, type DecodedPhoto } from '../photo/photo.ts'
import { findText, openTextModels } from '../text/find-text.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

type Readable = Pick<AnalysedPicture, 'photo' | 'origin' | 'context' | 'limitMemory'>

/** The text in a picture; none without the models for it. Rejects with a DecodeFailure if no finer copy decodes. */
export async function readText(picture: Readable): Promise<TextResult> {
  const models = await openTextModels(picture.context.models)
  if (!models) return { text: [] }
  const photo = await finerPhoto(picture)
  const { lines } = await findText(photo, models)
  return { text: lines.map((line) => toRecord(line, photo)) }
}

/** Letters are small: a larger picture is decoded again, with its brightness as fine as in the library. */
async function finerPhoto({ photo, origin, limitMemory }: Readable): Promise<DecodedPhoto> {
  if (photo.fine || Math.max(photo.width, photo.height) <= WORKING_SIDE) return photo
  return decodePhoto(origin, { limitMemory, isFine: true })
}

function toRecord(
  { text, confidence, corners }: TextLine,
  { width, height }: DecodedPhoto,
): TextResult['text'][number] {
  const inside = (value: number, side: number) => Math.min(side, Math.max(0, value))
  const [xs, ys] = [corners.map(({ x }) => inside(x, width)), corners.map(({ y }) => inside(y, height))]
  const [xmin, ymin, xmax, ymax] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return { data: text, confidence, coordinates: { xmin, ymin, xmax, ymax, width: xmax - xmin, height: ymax - ymin } }
}
