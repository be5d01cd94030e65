import { areComparable } from '../../formats/image-data/image-hash.ts'
import type { FileHashes } from '../../analysis/photo/photo.ts'
import type { RecordedFile } from '../catalog/files/recorded-files.ts'

/**
 * What comparing a file with its record shows: nothing (`equal`); other metadata around the same picture
 * (`metadata-changed`); another or a damaged picture, or damage beside the picture (`changed`); or that there is nothing
 * to compare it with (`not-recorded`).
 */
export type Verdict =
  { kind: 'equal' } | { kind: 'metadata-changed' } | { kind: 'not-recorded' } | { kind: 'changed'; reason: string }

/** Size in bytes and time of change in milliseconds. */
export type FileTime = { bytes: number; modifiedMs: number }

/** Programs that put a time back do so to the millisecond. */
const TIME_ROUNDING_MS = 1

const EDITED =
  'The picture is another one, and the file was written since: look through its folder again to take it up.'
const DAMAGED =
  'The picture changed while size and time of the file did not: its disk may be failing. Replace it from a backup.'
const DAMAGED_BESIDE =
  'Bytes beside the picture changed while size and time of the file did not: its disk may be failing.'

/** Compares what is on record with the file as it is now. */
export function judgeFile(recorded: RecordedFile, now: FileHashes, time: FileTime): Verdict {
  if (recorded.contentHash === now.contentHash) return { kind: 'equal' }
  const isUntouched =
    recorded.bytes === time.bytes && Math.abs(recorded.modifiedMs - time.modifiedMs) <= TIME_ROUNDING_MS
  if (areComparable(recorded.imageHash, now.imageHash)) {
    if (recorded.imageHash !== now.imageHash) return { kind: 'changed', reason: isUntouched ? DAMAGED : EDITED }
    return isUntouched ? { kind: 'changed', reason: DAMAGED_BESIDE } : { kind: 'metadata-changed' }
  }
  // Without a hash of the picture, a file that was written since may have new metadata alone.
  return recorded.contentHash !== '' && isUntouched ? { kind: 'changed', reason: DAMAGED } : { kind: 'not-recorded' }
}
