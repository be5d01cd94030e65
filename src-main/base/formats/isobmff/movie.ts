import type { Bytes } from '../bytes.ts'
import { readBoxes, type MediaBox } from './media-boxes.ts'

/** The upright size in pixels of a film in boxes (MOV, MP4), and its length if it is given. */
export type Movie = { width: number; height: number; durationMs: number | null }

const MAX_BOXES = 100_000
/** Sizes and parts of the matrix are fixed-point numbers with 16 bits after the point. */
const ONE = 0x10000

/** Reads the header of a film, at any position in the file; null if there is none. */
export function readMovie(bytes: Bytes): Movie | null {
  const movie = readBoxes(bytes, 0, bytes.length, MAX_BOXES).find(({ type }) => type === 'moov')
  if (movie === undefined) return null
  const boxes = readBoxes(bytes, movie.start, movie.end)
  const sizes = boxes
    .filter(({ type }) => type === 'trak')
    .flatMap((track) => readBoxes(bytes, track.start, track.end).filter(({ type }) => type === 'tkhd'))
    .map((header) => readTrackSize(bytes, header))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  const header = boxes.find(({ type }) => type === 'mvhd')
  return {
    ...(sizes[0] ?? { width: 0, height: 0 }),
    durationMs: header === undefined ? null : readDuration(bytes, header),
  }
}

function readDuration(bytes: Bytes, { start, end }: MediaBox): number | null {
  const box = bytes.subarray(start, Math.min(end, start + 32))
  const isLong = box[0] === 1
  if (box.length < (isLong ? 32 : 20)) return null
  const perSecond = box.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(box.readBigUInt64BE(24)) : box.readUInt32BE(16)
  const isKnown = perSecond > 0 && duration > 0 && duration !== 0xffffffff && Number.isSafeInteger(duration)
  return isKnown ? Math.round((duration * 1000) / perSecond) : null
}

/** A track's size, with its sides swapped if its matrix rotates it by a quarter turn; 0 for sound. */
function readTrackSize(bytes: Bytes, { start, end }: MediaBox): { width: number; height: number } {
  const box = bytes.subarray(start, Math.min(end, start + 96))
  const matrixAt = box[0] === 1 ? 52 : 40
  if (box.length < matrixAt + 44) return { width: 0, height: 0 }
  const [width, height] = [36, 40].map((at) => Math.round(box.readUInt32BE(matrixAt + at) / ONE)) as [number, number]
  const isTurned = box.readInt32BE(matrixAt) === 0 && Math.abs(box.readInt32BE(matrixAt + 4)) === ONE
  return isTurned ? { width: height, height: width } : { width, height }
}
