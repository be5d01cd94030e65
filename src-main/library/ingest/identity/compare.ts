import { areComparable } from '../../../base/formats/image-data/image-hash.ts'
import type { Capture, ListedFile, Hashes } from './identity-types.ts'

/** Verdict of capture times and cameras on two files: `alike` for the same shot, `other` for two shots. */
export type CaptureVerdict = 'alike' | 'other' | 'unknown'

/** Verdict of hashes: `identical` bytes, the `same` image data, `other` image data. */
export type HashVerdict = 'identical' | 'same' | 'other' | 'unknown'

/** Programs that restore a time round it to milliseconds, up or down. */
const TIME_ROUNDING_MS = 1
/** Times of FAT are even seconds: a copy from or to such a volume has a time that differs by at most this much. */
const FAT_STEP_MS = 2000
/** Times of birth of FAT are hundredths of a second; other file systems count in smaller units. */
const COARSE_NS = 10_000_000n

export function compareCaptures(a: Capture, b: Capture | null): CaptureVerdict {
  if (b === null || a.takenAt === null || b.takenAt === null) return 'unknown'
  if (areKnownAndDiffer(a.camera, b.camera) || areKnownAndDiffer(a.cameraSerial, b.cameraSerial)) return 'other'
  if (a.takenAt === b.takenAt && !areKnownAndDiffer(a.subsec, b.subsec)) return 'alike'
  // Without a camera, the time may be that of an edit or of a scan.
  return a.camera === null || b.camera === null ? 'unknown' : 'other'
}

const areKnownAndDiffer = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

/** Compares with any version of the known file; equal to an earlier version counts as `same`. */
export function compareHashes(versions: readonly Hashes[], found: Hashes | null): HashVerdict {
  if (found === null) return 'unknown'
  const [latest] = versions
  if (latest !== undefined && isEqual(latest.contentHash, found.contentHash)) return 'identical'
  if (versions.some((each) => isEqual(each.contentHash, found.contentHash) || isEqual(each.imageHash, found.imageHash)))
    return 'same'
  const ofImages = versions.filter((each) => each.imageHash !== '')
  const isKnown =
    ofImages.length > 0
      ? ofImages.some((each) => areComparable(each.imageHash, found.imageHash))
      : versions.some((each) => each.contentHash !== '') && found.contentHash !== ''
  return isKnown ? 'other' : 'unknown'
}

const isEqual = (a: string, b: string) => a !== '' && a === b

export const samePlace = (a: ListedFile, b: ListedFile) => a.folder === b.folder && a.name === b.name

/** They are one file, whatever its present content. */
export const haveOneKey = (a: ListedFile, b: ListedFile) => a.fileKey !== null && a.fileKey === b.fileKey

/** The same size and time, so that the file was probably not written. */
export const isUntouched = (a: ListedFile, b: ListedFile) =>
  a.bytes === b.bytes && Math.abs(a.modifiedMs - b.modifiedMs) <= TIME_ROUNDING_MS

/**
 * A change of a file that its size and time do not show: new permissions, or another content with the old time. Only
 * keys that identify one file show it.
 */
export const isTouched = (known: ListedFile, found: ListedFile): boolean =>
  (known.changedMs ?? null) !== null &&
  (found.changedMs ?? null) !== null &&
  known.changedMs !== found.changedMs &&
  haveOneKey(known, found) &&
  isStrongKey(found.fileKey)

/** The same size, and the same time as far as both volumes can store it. */
export function sameSizeAndTime(a: ListedFile, b: ListedFile): boolean {
  if (isUntouched(a, b)) return true
  if (a.bytes !== b.bytes) return false
  const isCoarse = a.modifiedMs % FAT_STEP_MS === 0 || b.modifiedMs % FAT_STEP_MS === 0
  return isCoarse && Math.abs(a.modifiedMs - b.modifiedMs) < FAT_STEP_MS
}

/** Whether a key alone distinguishes files: FAT assigns new inodes at each mount, and its times of birth are coarse. */
export function isStrongKey(key: string | null): boolean {
  const birth = key?.split(':')[1]
  return birth !== undefined && BigInt(birth) % COARSE_NS !== 0n
}
