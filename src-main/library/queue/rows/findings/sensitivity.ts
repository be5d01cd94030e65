import type { NsfwShares } from '../../../../contract/analysis/category.ts'
import type { NsfwVerdict, SensitivityJudgement } from '../../../../contract/library/photo.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { judgementOf, nsfwVerdict } from '../../../catalog/codecs/numbered.ts'
import type { Finding } from './finding.ts'

/** The analysis's verdict on a photo in `photos`, as SQL; safe if there is none. The same as `verdictOf`. */
export const FOUND_VERDICT = `coalesce((SELECT CASE WHEN s.nsfw >= s.underwear AND s.nsfw >= s.safe THEN 2
    WHEN s.underwear >= s.safe THEN 1 ELSE 0 END FROM nsfw_shares s WHERE s.photo_id = photos.id), 0)`

/** A photo's sensitivity: shares in `nsfw_shares`, the verdict in `photos`, where a person's judgement stays. */
export const sensitivity = {
  step: 'categories',
  isFound: ({ nsfw }) => nsfw !== undefined,
  save: ({ db }, photoId, { nsfw }) => {
    if (!nsfw) return
    db.prepare(
      'INSERT OR REPLACE INTO nsfw_shares (photo_id, nsfw, underwear, safe) VALUES (@photoId, @nsfw, @underwear, @safe)',
    ).run({ photoId, nsfw: nsfw.nsfw, underwear: nsfw.underwear, safe: nsfw.safe })
    db.prepare('UPDATE photos SET nsfw = @verdict WHERE id = @photoId AND is_judged = 0').run({
      photoId,
      verdict: nsfwVerdict.number[verdictOf(nsfw)],
    })
  },
  detail: ({ db }, photoId) => ({
    nsfwShares:
      db
        .prepare<[number], NsfwShares>('SELECT nsfw, underwear, safe FROM nsfw_shares WHERE photo_id = ?')
        .get(photoId) ?? null,
    judgement: judgementIn(db, photoId),
  }),
} satisfies Finding

/** A person's judgement of a photo; null if there is none. */
function judgementIn(db: Db, photoId: number): SensitivityJudgement | null {
  const verdict = db
    .prepare<[number], number>('SELECT nsfw FROM photos WHERE id = ? AND is_judged = 1')
    .pluck()
    .get(photoId)
  return verdict === undefined ? null : judgementOf(verdict)
}

/** The largest share decides; on a tie the more cautious verdict. */
function verdictOf({ nsfw, underwear, safe }: NsfwShares): NsfwVerdict {
  if (nsfw >= underwear && nsfw >= safe) return 'nsfw'
  return underwear >= safe ? 'underwear' : 'safe'
}
