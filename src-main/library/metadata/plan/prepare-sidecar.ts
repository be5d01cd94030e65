import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { editXmp } from '../../../base/formats/xmp/edit-xmp.ts'
import { isSamePlace, type XmpRegion } from '../../../base/formats/xmp/face-regions.ts'
import { readXmpDocument } from '../../../base/formats/xmp/xmp-document.ts'
import { joinSources, readBlocks } from '../read-metadata.ts'
import { hashOf } from '../patch/hash-of.ts'
import { chooseSidecar } from './choose-sidecar.ts'
import { keywordNames } from './keyword-names.ts'
import { changesRegions } from './merge-regions.ts'
import { mergeWork, type WorkMerge } from './merge-work.ts'
import { findFormerContent, newContent, writtenInto } from './next-content.ts'
import type { Prepared, Refusal, SidecarRequest } from './prepared.ts'
import { targetOfXmp } from './target-of-xmp.ts'
import { type Base, nothingWritten, type TargetContent } from './work.ts'
import { xmpEdits } from './xmp-edits.ts'

/** Larger ones are not read either. */
const MAX_BYTES = 16 * 1024 * 1024

/** Reads a photo's sidecar and merges the person's work into it; writes nothing. Rejects with the system's errors. */
export async function prepareSidecar(request: SidecarRequest): Promise<Prepared | Refusal | null> {
  const names = await readdir(path.dirname(request.photo))
  const { present, fresh } = chooseSidecar(request.photo, names, request.naming)
  if (present.length === 0 && request.isOnlyPresent) return null
  const place = present[0] ?? fresh
  const before = present.length === 0 ? null : await readFile(place)
  if (before !== null && before.length > MAX_BYTES)
    return refuse(place, say('writing.larger', { most: MAX_BYTES / 1024 ** 2 }))
  const document = before === null || isBlank(before) ? null : readXmpDocument(before)
  if (document !== null && 'problem' in document) return refuse(place, document.problem)
  const beforeHash = hashOf(before)
  // A missing sidecar removes nothing: the work is written again.
  const writtenBefore = document === null ? nothingWritten() : writtenInto(beforeHash, request)
  const target = targetOfXmp(document)
  const file = beginsList(request, target) ? await listsOfFile(request.photo) : null
  const merge = withListsOfFile(
    mergeWork({ ...request, ...startFrom(request, target, file), written: writtenBefore }),
    target,
    file,
  )
  const edited = changesAny(merge) ? editXmp(before, xmpEdits(document, target, merge)) : null
  if (edited !== null && 'problem' in edited) return refuse(place, edited.problem)
  const after = edited === null || before?.equals(edited.bytes) ? null : edited.bytes
  const former = after === null ? null : findFormerContent(before, request.versions, merge.written)
  const next = after === null ? null : (former ?? newContent(before, after))
  return { ...merge, path: place, beforeHash, writtenBefore, next }
}

/** Lists in a photo's file, which a list in its sidecar replaces. */
type FileLists = { keywords: string[]; faces: XmpRegion[]; people: string[] }

/** Whether the person's work may start a list that a sidecar lacks. */
const beginsList = ({ work }: SidecarRequest, { keywords, regions }: TargetContent): boolean =>
  (keywords === null && work.added.length + work.removed.length > 0) ||
  (work.regions !== undefined && (regions === undefined || regions.faces.length === 0 || regions.people.length === 0))

/** Read again: the library's values may come from a version that could read less of such files. */
async function listsOfFile(photo: string): Promise<FileLists | null> {
  const blocks = await readBlocks(photo)
  if (blocks === null) return null
  const document = blocks.raw.xmp === undefined ? null : readXmpDocument(Buffer.from(blocks.raw.xmp))
  const regions = document === null || 'problem' in document ? undefined : targetOfXmp(document).regions
  const keywords = keywordNames(joinSources(blocks.raw, { packets: [], takeout: {} }, blocks.header))
  return { keywords, faces: [...(regions?.faces ?? [])], people: [...(regions?.people ?? [])] }
}

/** Keywords and people of the file are included when the sidecar gets its first ones. */
function startFrom(
  { base }: SidecarRequest,
  target: TargetContent,
  file: FileLists | null,
): { base: Base; target: TargetContent } {
  if (file === null) return { base, target }
  const { faces = [], people = [] } = target.regions ?? {}
  return {
    base: { ...base, keywords: [...base.keywords, ...file.keywords] },
    target: { ...target, regions: { faces, people: people.length === 0 ? file.people : people } },
  }
}

/** Faces of the file, too: those that the person named differently get the new name. */
function withListsOfFile(merge: WorkMerge, target: TargetContent, file: FileLists | null): WorkMerge {
  const { added } = merge.regions
  if (file === null || added.length === 0 || (target.regions?.faces.length ?? 0) > 0) return merge
  const kept = file.faces.filter((face) => !added.some((each) => isSamePlace(each, face)))
  return { ...merge, regions: { ...merge.regions, added: [...kept, ...added] } }
}

/** Whether a merge needs anything written. */
export const changesAny = ({ keywords, values, regions }: WorkMerge): boolean =>
  keywords !== null || changesRegions(regions) || Object.keys(values).length > 0

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13))

const refuse = (place: string, reason: Text): Refusal => ({
  refusal: say('writing.sidecarLeft', { name: path.basename(place), reason }),
})
