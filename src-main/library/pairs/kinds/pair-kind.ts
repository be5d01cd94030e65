import { parse } from 'node:path'
import type { MainOfPair } from '../../../contract/library/settings.ts'
import { extensionOf, rawExtensions, untypedFilms } from '../../../base/formats/extensions.ts'

/** The role of a file in a pair: the camera's picture, its RAW file, or the film of a live photo. */
export type PairKind = 'picture' | 'raw' | 'film'

/** What cameras write beside a RAW file or a film; other pictures of the same name are derived from it. */
const cameraPictures: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'jpe', 'heic', 'heif', 'hif'])
/** Films of live and motion photos: Apple's, those of Android and Google Takeout, and of Pixels, without a type. */
const liveFilms: ReadonlySet<string> = new Set(['mov', 'mp4', ...untypedFilms])
/** The parts of a live photo are written together; two files that only share their number are not. */
const LIVE_MS = 10_000

/** The kind of a file by its name; null for one that is never part of a pair. */
export function pairKindOf(name: string): PairKind | null {
  const extension = extensionOf(name)
  if (cameraPictures.has(extension)) return 'picture'
  if (rawExtensions.has(extension)) return 'raw'
  return liveFilms.has(extension) ? 'film' : null
}

/**
 * A file's name without its extension, which finds its other half. Pixels name a film `PXL_1.MP` beside `PXL_1.MP.jpg`:
 * all of it is the name.
 */
export const stemOf = (name: string): string => (untypedFilms.has(extensionOf(name)) ? name : parse(name).name)

type PairFile = { name: string; modifiedMs: number }

/** Whether two files of one folder are one photo: a RAW file and its picture, or either and their film. */
export function arePair(a: PairFile, b: PairFile): boolean {
  if (stemOf(a.name) !== stemOf(b.name)) return false
  const kinds = [pairKindOf(a.name), pairKindOf(b.name)]
  if (kinds.includes('film')) {
    const isOfPhoto = kinds.includes('picture') || kinds.includes('raw')
    return isOfPhoto && Math.abs(a.modifiedMs - b.modifiedMs) <= LIVE_MS
  }
  return kinds.includes('picture') && kinds.includes('raw')
}

/** The rank of a file in its photo: the lowest is the main file. A film is it only when it is alone. */
export function pairRankOf(name: string, main: MainOfPair): number {
  const kind = pairKindOf(name)
  return kind === 'film' ? 2 : kind === null || kind === main ? 0 : 1
}
