import { isDeepStrictEqual } from 'node:util'
import type { FormerVersion } from '../catalog/catalog.ts'
import { applyPatch } from './patch/apply-patch.ts'
import { hashOf } from './patch/hash-of.ts'
import { decodePatch } from './patch/patch-codec.ts'
import type { Written } from './plan/work.ts'

/** A content to put back, null for no file; `id` is the oldest version that this uses up. */
export type FormerContent = { bytes: Buffer | null; id: number }

/**
 * The content that a target had when this was what Lumafold had written into it: putting it back undoes the
 * writes since to the byte. Null where there was none, or where another program wrote meanwhile.
 */
export function findFormerContent(
  present: Buffer | null,
  versions: readonly FormerVersion[],
  wanted: Written,
): FormerContent | null {
  let bytes = present
  let hash = hashOf(present)
  for (const { id, afterHash, beforeHash, written, patch } of versions) {
    if (afterHash !== hash || bytes === null) return null
    bytes = patch === null ? null : applyPatch(bytes, decodePatch(patch))
    hash = beforeHash
    if (hashOf(bytes) !== hash) return null
    if (isDeepStrictEqual(written, wanted)) return { bytes, id }
  }
  return null
}
