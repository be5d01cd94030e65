import type { NsfwShares } from '../../../contract/analysis/category.ts'
import type { NsfwVerdict } from '../../../contract/library/photo.ts'
import { nsfwVerdict } from '../codecs/numbered.ts'
import type { Finding } from './finding.ts'

/** How sensitive a photo is: shares in `nsfw_shares`, the verdict in `photos`. */
export const sensitivity = {
  step: 'categories',
  isFound: ({ nsfw }) => nsfw !== undefined,
  photoValues: ({ nsfw }) => ({ nsfw: nsfw && nsfwVerdict.number[verdictOf(nsfw)] }),
  save: ({ db }, photoId, { nsfw }) => {
    if (!nsfw) return
    db.prepare(
      'INSERT OR REPLACE INTO nsfw_shares (photo_id, nsfw, underwear, safe) VALUES (@photoId, @nsfw, @underwear, @safe)',
    ).run({ photoId, nsfw: nsfw.nsfw, underwear: nsfw.underwear, safe: nsfw.safe })
  },
  detail: ({ db }, photoId) => ({
    nsfwShares:
      db
        .prepare<[number], NsfwShares>('SELECT nsfw, underwear, safe FROM nsfw_shares WHERE photo_id = ?')
        .get(photoId) ?? null,
  }),
} satisfies Finding

/** The largest share decides; on a tie the more cautious verdict. */
function verdictOf({ nsfw, underwear, safe }: NsfwShares): NsfwVerdict {
  if (nsfw >= underwear && nsfw >= safe) return 'nsfw'
  return underwear >= safe ? 'underwear' : 'safe'
}
