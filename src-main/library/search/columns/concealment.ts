import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import { isSensitive } from '../../catalog/codecs/numbered.ts'
import { type Bits, clearBit, forEachBit } from './bits.ts'
import { numberColumn } from './column.ts'
import type { PhotoColumns } from './photo-columns.ts'

/** A photo's verdict as a number: 0 is safe. */
export const verdictColumn = numberColumn('p.nsfw', Uint8Array)
/** Whether a photo `p` is private, as SQL: it is marked itself, or shows a private person. */
export const IS_PRIVATE = `(p.is_private OR EXISTS (SELECT 1 FROM named_faces n JOIN people q ON q.id = n.person_id
  WHERE n.photo_id = p.id AND q.is_private = 1))`
/** 1 for a photo that a person marked as private, or that shows a private person. */
export const privateColumn = numberColumn(IS_PRIVATE, Uint8Array)

/** Whether a photo `p` has a verdict of the analysis or a person, as SQL. */
export const HAS_VERDICT = '(p.is_judged OR EXISTS (SELECT 1 FROM nsfw_shares s WHERE s.photo_id = p.id))'
/** 1 for a photo with a verdict; `p.nsfw` is safe until there is one. */
export const hasVerdictColumn = numberColumn(HAS_VERDICT, Uint8Array)

/** Columns that concealing reads. */
export const concealmentColumns = [verdictColumn, privateColumn, hasVerdictColumn]

/** Kinds of photos that no search, count or suggestion contains. */
export type Concealment = { sensitive: boolean; private: boolean; withoutVerdict: boolean }
export const nothingConcealed: Concealment = { sensitive: false, private: false, withoutVerdict: false }

/** Removes photos of some kinds from a set; `from` is the mildest sensitive verdict. */
export function conceal(
  columns: Pick<PhotoColumns, 'values'>,
  photos: Bits,
  kinds: Concealment,
  sensitiveFrom: SensitiveFrom,
): void {
  const verdicts = columns.values(verdictColumn)
  const marks = columns.values(privateColumn)
  const known = columns.values(hasVerdictColumn)
  forEachBit(photos, (slot) => {
    const isConcealed =
      (kinds.sensitive && isSensitive(verdicts[slot]!, sensitiveFrom)) ||
      (kinds.private && marks[slot] === 1) ||
      (kinds.withoutVerdict && known[slot] === 0)
    if (isConcealed) clearBit(photos, slot)
  })
}
