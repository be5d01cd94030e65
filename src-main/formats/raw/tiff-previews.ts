import { tiffTag, type TiffDirectory } from '../tiff/tiff-directories.ts'
import type { PreviewPlace } from './preview-place.ts'

/**
 * Where the directories of a TIFF-like RAW file say that JPEGs lie; sensor data packed as lossless JPEG may be among
 * them.
 */
export function findTiffPreviews(directories: readonly TiffDirectory[]): PreviewPlace[] {
  return directories.flatMap((directory) => [
    ...interchangePlaces(directory),
    ...stripPlaces(directory),
    ...panasonicPlaces(directory),
  ])
}

/** JPEGInterchangeFormat and its length, in NEF, ARW, PEF, SRW and the thumbnail directory of most. */
function interchangePlaces(directory: TiffDirectory): PreviewPlace[] {
  const offset = directory.numbers(tiffTag.jpegOffset)?.[0]
  const length = directory.numbers(tiffTag.jpegLength)?.[0]
  return offset === undefined || length === undefined ? [] : [{ offset, length }]
}

/** A single strip compressed as JPEG, in CR2 and DNG. */
function stripPlaces(directory: TiffDirectory): PreviewPlace[] {
  const compression = directory.numbers(tiffTag.compression)?.[0]
  const offsets = directory.numbers(tiffTag.stripOffsets)
  const lengths = directory.numbers(tiffTag.stripByteCounts)
  if ((compression !== 6 && compression !== 7) || offsets?.length !== 1 || lengths?.length !== 1) return []
  return [{ offset: offsets[0]!, length: lengths[0]! }]
}

/** Panasonic keeps the whole JPEG as the value of a tag of its own. */
function panasonicPlaces(directory: TiffDirectory): PreviewPlace[] {
  const place = directory.place(tiffTag.panasonicJpeg)
  return place === undefined ? [] : [place]
}
