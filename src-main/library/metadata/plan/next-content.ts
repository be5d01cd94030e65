import { isDeepStrictEqual } from 'node:util'
import { applyPatch, makePatch, decodePatch, encodePatch } from '../patch/patch.ts'
import { hashOf } from '../patch/hash-of.ts'
import type { FormerVersion, NextContent, TargetKnowledge } from './prepared.ts'
import type { Written } from './work.ts'

/** What counts as written into a content. An interruption may have come between a write and its record. */
export function writtenInto(contentHash: string, { written, hash, begun }: TargetKnowledge): Written {
  return contentHash === hash ? written : (begun.find((each) => each.hash === contentHash)?.written ?? written)
}

/** The next content with a patch back to the present one. */
export function newContent(before: Buffer | null, after: Buffer): NextContent {
  const patch = before === null ? null : encodePatch(makePatch(after, before))
  return { hash: hashOf(after), bytes: after, temporary: null, patch }
}

/**
 * The content that a target had when Lumafold had written exactly this into it: restoring it undoes the writes since,
 * byte for byte. Null if there was none, or if another program wrote in the meantime. Versions that an interruption
 * kept from being written are passed over.
 */
export function findFormerContent(
  present: Buffer | null,
  versions: readonly FormerVersion[],
  wanted: Written,
): NextContent | null {
  let bytes = present
  let hash = hashOf(present)
  for (const { id, afterHash, beforeHash, written, patch } of versions) {
    if (bytes === null) return null
    if (afterHash !== hash) continue
    bytes = patch === null ? null : applyPatch(bytes, decodePatch(patch))
    hash = beforeHash
    if (hashOf(bytes) !== hash) return null
    if (isDeepStrictEqual(written, wanted)) return { hash, bytes, temporary: null, patch: null, restoredId: id }
  }
  return null
}
