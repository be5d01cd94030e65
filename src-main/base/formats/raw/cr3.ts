import { readBoxes, type MediaBox } from '../isobmff/media-boxes.ts'
import { orientationOf, readTiffDirectories } from '../tiff/tiff-directories.ts'
import type { PreviewPlace } from './preview-place.ts'

const CANON_UUID = '85c0b687820f11e08111f4ce462b6a48'
const PREVIEW_UUID = 'eaf42b5e1c984b88b9fbb7dc406e4d16'

/**
 * Previews of Canon CR3 files: the picture of the first track, `PRVW` and `THMB`; boxes as in the CR3 format notes of
 * L. Clévy.
 */
export function findCr3Previews(bytes: Buffer): { places: PreviewPlace[]; orientation: number | undefined } {
  const top = readBoxes(bytes, 0, bytes.length)
  const movie = top.find((box) => box.type === 'moov')
  const inMovie = movie === undefined ? [] : readBoxes(bytes, movie.start, movie.end)
  const inCanon = canonBoxes(bytes)
  const preview = top.find((box) => box.uuid === PREVIEW_UUID)
  const inPreview = preview === undefined ? [] : readBoxes(bytes, preview.start + 8, preview.end)
  const trackPlaces = inMovie.filter((box) => box.type === 'trak').flatMap((track) => firstSample(bytes, track))
  const boxPlaces = [
    ...inPreview.filter((box) => box.type === 'PRVW'),
    ...inCanon.filter((box) => box.type === 'THMB'),
  ].flatMap((box) => jpegIn(bytes, box))
  return { places: [...trackPlaces, ...boxPlaces], orientation: orientationIn(bytes, inCanon) }
}

/** `PRVW` and `THMB` start with a few fields; the JPEG follows within 32 bytes. */
function jpegIn(bytes: Buffer, box: MediaBox): PreviewPlace[] {
  const at = bytes.subarray(box.start, Math.min(box.start + 32, box.end)).indexOf('\xff\xd8\xff', 0, 'latin1')
  return at < 0 ? [] : [{ offset: box.start + at, length: box.end - box.start - at }]
}

/** The first sample of a track: its size from `stsz`, its position from `co64` or `stco`. */
function firstSample(bytes: Buffer, track: MediaBox): PreviewPlace[] {
  const table = ['mdia', 'minf', 'stbl'].reduce<MediaBox | undefined>(
    (box, type) =>
      box === undefined ? undefined : readBoxes(bytes, box.start, box.end).find((child) => child.type === type),
    track,
  )
  if (table === undefined) return []
  const boxes = readBoxes(bytes, table.start, table.end)
  const [sizes, far, near] = ['stsz', 'co64', 'stco'].map((type) => boxes.find((box) => box.type === type))
  if (sizes === undefined || sizes.end - sizes.start < 16) return []
  const common = bytes.readUInt32BE(sizes.start + 4)
  const length = common > 0 || sizes.end - sizes.start < 16 ? common : bytes.readUInt32BE(sizes.start + 12)
  if (far !== undefined && far.end - far.start >= 16)
    return [{ offset: Number(bytes.readBigUInt64BE(far.start + 8)), length }]
  if (near !== undefined && near.end - near.start >= 12) return [{ offset: bytes.readUInt32BE(near.start + 8), length }]
  return []
}

/**
 * The metadata of a CR3 file, each a small TIFF file: `CMT1` (camera), `CMT2` (exposure), `CMT4` (place). Truncated
 * boxes are left out.
 */
export function findCr3Metadata(bytes: Buffer): Buffer[] {
  const boxes = canonBoxes(bytes)
  return ['CMT1', 'CMT2', 'CMT4'].flatMap((type) => {
    const box = boxes.find((each) => each.type === type)
    return box === undefined || box.isCutOff ? [] : [bytes.subarray(box.start, box.end)]
  })
}

/** Canon's boxes within `moov`. */
function canonBoxes(bytes: Buffer): MediaBox[] {
  const movie = readBoxes(bytes, 0, bytes.length).find((box) => box.type === 'moov')
  const inMovie = movie === undefined ? [] : readBoxes(bytes, movie.start, movie.end)
  const canon = inMovie.find((box) => box.uuid === CANON_UUID)
  return canon === undefined ? [] : readBoxes(bytes, canon.start, canon.end)
}

/** `CMT1` holds the main directory as a separate TIFF. */
function orientationIn(bytes: Buffer, boxes: readonly MediaBox[]): number | undefined {
  const box = boxes.find(({ type }) => type === 'CMT1')
  return box === undefined ? undefined : orientationOf(readTiffDirectories(bytes, box.start)[0])
}
