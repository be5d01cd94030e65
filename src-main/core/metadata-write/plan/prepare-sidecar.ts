import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { editXmp } from '../../../formats/xmp/edit-xmp.ts'
import { readXmpDocument, type XmpDocument } from '../../../formats/xmp/xmp-document.ts'
import { hashOf } from '../patch/hash-of.ts'
import { chooseSidecar, type SidecarNaming } from './choose-sidecar.ts'
import { mergeWork, type FieldConflict, type WorkMerge } from './merge-work.ts'
import { saidOfXmp } from './said-of-xmp.ts'
import { nothingWritten, type Base, type PersonWork, type Written } from './work.ts'
import { editsOf } from './xmp-edits.ts'

/** What is known of a photo and a target before the target is read. */
export type TargetKnowledge = {
  work: PersonWork
  base: Base
  written: Written
  /** Hash of the content with which `written` goes. */
  hash: string
  /** Writes that were begun and perhaps done. */
  begun: readonly { hash: string; written: Written }[]
  /** Fields that wait for the person's decision. */
  disputed: readonly FieldConflict['field'][]
}

/** What is to be written beside a photo. With `isOnlyPresent` a photo without a sidecar is left without. */
export type SidecarRequest = TargetKnowledge & { photo: string; naming: SidecarNaming; isOnlyPresent: boolean }

/** A target as it is and as it is to be; `after` is null where it stays. Hashes are empty where nothing is there. */
export type Prepared = WorkMerge & {
  path: string
  before: Buffer | null
  after: Buffer | null
  beforeHash: string
  writtenBefore: Written
}

/** Why nothing can be written, in a sentence. */
export type Refusal = { refusal: string }

/** Larger ones are not read either. */
const MAX_BYTES = 16 * 1024 * 1024

/** Reads a photo's sidecar and merges the person's work into it; writes nothing. Rejects with the system's errors. */
export async function prepareSidecar(request: SidecarRequest): Promise<Prepared | Refusal | null> {
  const names = await readdir(path.dirname(request.photo))
  const { present, fresh } = chooseSidecar(request.photo, names, request.naming)
  if (present.length === 0 && request.isOnlyPresent) return null
  const place = present[0] ?? fresh
  const before = present.length === 0 ? null : await readFile(place)
  if (before !== null && before.length > MAX_BYTES) return refuse(place, 'it is larger than 16 MiB')
  const document = before === null || isBlank(before) ? null : readXmpDocument(before)
  if (document !== null && 'problem' in document) return refuse(place, document.problem)
  const beforeHash = hashOf(before)
  const writtenBefore = document === null ? nothingWritten() : writtenInto(beforeHash, request)
  const merge = mergeInto(document, writtenBefore, request)
  const isWritten = merge.keywords !== null || Object.keys(merge.values).length > 0
  const edited = isWritten ? editXmp(before, editsOf(document, saidOfXmp(document), merge)) : null
  if (edited !== null && 'problem' in edited) return refuse(place, edited.problem)
  const after = edited === null || before?.equals(edited.bytes) ? null : edited.bytes
  return { ...merge, path: place, before, after, beforeHash, writtenBefore }
}

/** A stop may have come between a write and its record. A target that is gone takes nothing with it. */
function writtenInto(hash: string, { written, hash: recorded, begun }: TargetKnowledge): Written {
  return hash === recorded ? written : (begun.find((each) => each.hash === hash)?.written ?? written)
}

function mergeInto(document: XmpDocument | null, written: Written, knowledge: TargetKnowledge): WorkMerge {
  return mergeWork({ ...knowledge, written, said: saidOfXmp(document) })
}

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13))

const refuse = (place: string, problem: string): Refusal => ({
  refusal: `The sidecar ${path.basename(place)} is left as it is: ${problem}. Correct or remove it, and try again.`,
})
