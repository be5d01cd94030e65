import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { editXmp } from '../../../formats/xmp/edit-xmp.ts'
import { readXmpDocument } from '../../../formats/xmp/xmp-document.ts'
import { hashOf } from '../patch/hash-of.ts'
import { chooseSidecar } from './choose-sidecar.ts'
import { changesRegions } from './merge-regions.ts'
import { mergeWork, type WorkMerge } from './merge-work.ts'
import { findFormerContent, newContent, writtenInto } from './next-content.ts'
import type { Prepared, Refusal, SidecarRequest } from './prepared.ts'
import { saidOfXmp } from './said-of-xmp.ts'
import { nothingWritten } from './work.ts'
import { editsOf } from './xmp-edits.ts'

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
  // A sidecar that is gone takes nothing with it: the work is written anew.
  const writtenBefore = document === null ? nothingWritten() : writtenInto(beforeHash, request)
  const said = saidOfXmp(document)
  const merge = mergeWork({ ...request, written: writtenBefore, said })
  const edited = changesAny(merge) ? editXmp(before, editsOf(document, said, merge)) : null
  if (edited !== null && 'problem' in edited) return refuse(place, edited.problem)
  const after = edited === null || before?.equals(edited.bytes) ? null : edited.bytes
  const former = after === null ? null : findFormerContent(before, request.versions, merge.written)
  const next = after === null ? null : (former ?? newContent(before, after))
  return { ...merge, path: place, beforeHash, writtenBefore, next }
}

/** Whether a merge asks for anything to be written. */
export const changesAny = ({ keywords, values, regions }: WorkMerge): boolean =>
  keywords !== null || changesRegions(regions) || Object.keys(values).length > 0

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13))

const refuse = (place: string, problem: string): Refusal => ({
  refusal: `The sidecar ${path.basename(place)} is left as it is: ${problem}. Correct or remove it, and try again.`,
})
