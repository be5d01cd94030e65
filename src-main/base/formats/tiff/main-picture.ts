import type { Bytes } from '../bytes.ts'
import { readTiffPages, tiffTag, type TiffDirectory } from './tiff-directories.ts'

/** A picture of a TIFF: a page, counted from 0, or a directory below it; the first page if both are absent. */
export type TiffPlace = { page?: number; subifd?: number }

/** NewSubfileType: a smaller version of another picture, and a mask. */
const REDUCED = 1
const MASK = 4
/** Value of the older SubfileType for a smaller version. */
const OLD_REDUCED = 2

/**
 * Finds the main picture of a TIFF: its first page, unless that is a smaller version of another page or of a directory
 * below it (TIFF 6.0, NewSubfileType).
 */
export function findMainPicture(bytes: Bytes): TiffPlace {
  const pages = readTiffPages(bytes)
  const first = pages[0]
  if (first === undefined) return {}
  const own = areaOf(first.directory)
  const isOther = isLesser(first.directory)
  const below = pages.flatMap(({ directory, below: list }, page) =>
    list.flatMap((each, subifd) =>
      each !== undefined && !isLesser(each) && areaOf(each) > areaOf(directory)
        ? [{ area: areaOf(each), place: { page, subifd } }]
        : [],
    ),
  )
  const beside = pages.flatMap(({ directory }, page) =>
    isOther && !isLesser(directory) ? [{ area: areaOf(directory), place: { page } }] : [],
  )
  const candidates = [...beside, ...below.filter(({ place }) => isOther || place.page === 0)]
  const [largest] = candidates.sort((a, b) => b.area - a.area)
  return largest !== undefined && largest.area > own ? largest.place : {}
}

/** The directory of a picture of a TIFF. */
export function directoryAt(bytes: Bytes, { page = 0, subifd }: TiffPlace): TiffDirectory | undefined {
  const found = readTiffPages(bytes)[page]
  return subifd === undefined ? found?.directory : found?.below[subifd]
}

function isLesser(directory: TiffDirectory): boolean {
  const kind = directory.numbers(tiffTag.subfileType)?.[0] ?? 0
  const oldKind = directory.numbers(tiffTag.oldSubfileType)?.[0]
  return (kind & (REDUCED | MASK)) !== 0 || oldKind === OLD_REDUCED
}

const areaOf = (directory: TiffDirectory): number =>
  (directory.numbers(tiffTag.width)?.[0] ?? 0) * (directory.numbers(tiffTag.height)?.[0] ?? 0)
