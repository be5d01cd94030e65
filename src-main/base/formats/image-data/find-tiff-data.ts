import type { Bytes } from '../bytes.ts'
import { isRw2 } from '../signatures.ts'
import { readTiffDirectories, tiffTag, type TiffDirectory } from '../tiff/tiff-directories.ts'
import type { ByteRange } from './byte-range.ts'

/** A picture with more strips or tiles counts as unreadable. */
const MAX_PIECES = 1_000_000
const IS_REDUCED = 1

/** Tags needed to read pixels. */
const LAYOUT_TAGS = [
  tiffTag.width,
  tiffTag.height,
  tiffTag.bitsPerSample,
  tiffTag.compression,
  tiffTag.photometric,
  tiffTag.samplesPerPixel,
  tiffTag.rowsPerStrip,
  tiffTag.planes,
  tiffTag.predictor,
  tiffTag.colorMap,
  tiffTag.tileWidth,
  tiffTag.tileHeight,
  tiffTag.jpegTables,
]

/**
 * Strips and tiles of a TIFF, or of a RAW file laid out as one, with the tags that say how they are stored. Smaller
 * pictures are left out if there are larger ones, since programs renew previews when they write metadata.
 */
export function findTiffData(bytes: Bytes): ByteRange[] {
  const directories = readTiffDirectories(bytes)
  if (isRw2(bytes.subarray(0, 4))) return directories.slice(0, 1).flatMap((main) => panasonicRanges(main, bytes.length))
  const full = rangesOf(directories.filter((directory) => !isReduced(directory)))
  if (full.length > 0) return full
  const reduced = rangesOf(directories)
  return reduced.length > 0 ? reduced : directories.flatMap(jpegRanges)
}

const isReduced = (directory: TiffDirectory): boolean =>
  ((directory.numbers(tiffTag.subfileType)?.[0] ?? 0) & IS_REDUCED) !== 0

/** Several directories may name the same strips, a million each: those beyond the bound count as unreadable. */
function rangesOf(directories: readonly TiffDirectory[]): ByteRange[] {
  const ranges: ByteRange[] = []
  for (const directory of directories) {
    for (const range of pictureRanges(directory)) ranges.push(range)
    if (ranges.length > MAX_PIECES) return []
  }
  return ranges
}

function pictureRanges(directory: TiffDirectory): ByteRange[] {
  const pieces = [
    ...piecesOf(directory, tiffTag.stripOffsets, tiffTag.stripByteCounts),
    ...piecesOf(directory, tiffTag.tileOffsets, tiffTag.tileByteCounts),
  ]
  if (pieces.length === 0) return []
  const layout = LAYOUT_TAGS.flatMap((tag) => directory.place(tag) ?? [])
  return [...layout.map(({ offset, length }) => ({ start: offset, end: offset + length })), ...pieces]
}

function piecesOf(directory: TiffDirectory, offsetTag: number, bytesTag: number): ByteRange[] {
  const offsets = directory.numbers(offsetTag, MAX_PIECES + 1) ?? []
  const lengths = directory.numbers(bytesTag, MAX_PIECES + 1) ?? []
  if (offsets.length !== lengths.length || offsets.length > MAX_PIECES) return []
  return offsets.map((offset, i) => ({ start: offset, end: offset + lengths[i]! }))
}

/** The whole picture as a JPEG, in old TIFF files and in files with nothing else. */
function jpegRanges(directory: TiffDirectory): ByteRange[] {
  const [offset, length] = [tiffTag.jpegOffset, tiffTag.jpegLength].map((tag) => directory.numbers(tag)?.[0])
  return offset === undefined || length === undefined ? [] : [{ start: offset, end: offset + length }]
}

/** Panasonic's sensor data extend to the end of the file; the JPEG in the main directory holds the metadata. */
function panasonicRanges(main: TiffDirectory, fileBytes: number): ByteRange[] {
  const start = main.numbers(tiffTag.rawOffset)?.[0] ?? main.numbers(tiffTag.stripOffsets)?.[0]
  return start === undefined ? [] : [{ start, end: fileBytes }]
}
