import type { SuggestionAnswers } from '../../../contract/library/custom-classifiers.ts'
import type { SuggestionVerdict } from '../../../contract/library/keywords.ts'
import { hasBit } from '../../search/columns/bits.ts'
import type { PhotoIndex } from '../../search/columns/photo-index.ts'
import type { KeywordContext } from './keyword-context.ts'

/** A person's answer to a tag suggested for a photo. */
export type SuggestionAnswer = { photoId: number; name: string; verdict: SuggestionVerdict }

type Row = { photoId: number; name: string; isRight: number }

const toAnswer = ({ photoId, name, isRight }: Row): SuggestionAnswer => ({
  photoId,
  name,
  verdict: isRight === 1 ? 'accepted' : 'rejected',
})

const READ = `SELECT f.photo_id AS photoId, t.name, f.is_right AS isRight
  FROM suggestion_feedback f JOIN tags t ON t.id = f.tag_id`

/** A person's answers to suggestions for some photos. */
export const answersForPhotos = ({ db }: Pick<KeywordContext, 'db'>, ids: readonly number[]): SuggestionAnswer[] =>
  db
    .prepare<[string], Row>(`${READ} WHERE f.photo_id IN (SELECT value FROM json_each(?)) ORDER BY f.photo_id, t.name`)
    .all(JSON.stringify(ids))
    .map(toAnswer)

/** A person's answers to suggestions of a tag. */
export function answersToTag({ db, vocabulary }: KeywordContext, name: string): SuggestionAnswer[] {
  const tagId = vocabulary.findTag(name)
  return db.prepare<[number | null], Row>(`${READ} WHERE f.tag_id = ? ORDER BY f.photo_id`).all(tagId).map(toAnswer)
}

/**
 * How often suggestions of each tag were accepted and rejected, those with most answers first. Photos that may not be
 * shown are left out, since their answers would reveal them.
 */
export const countAnswers = ({ db, liveIndex }: Pick<KeywordContext, 'db' | 'liveIndex'>): SuggestionAnswers[] =>
  db
    .prepare<[string], SuggestionAnswers>(
      `SELECT t.name, total(f.is_right) AS accepted, total(NOT f.is_right) AS rejected
       FROM suggestion_feedback f JOIN tags t ON t.id = f.tag_id
       WHERE f.photo_id NOT IN (SELECT value FROM json_each(?))
       GROUP BY t.id ORDER BY count(*) DESC, t.name LIMIT 500`,
    )
    .all(JSON.stringify(notShown(liveIndex.current())))

function notShown({ ids, live, slots }: PhotoIndex): number[] {
  const hidden: number[] = []
  for (let slot = 0; slot < slots; slot++) if (!hasBit(live, slot)) hidden.push(ids[slot]!)
  return hidden
}
