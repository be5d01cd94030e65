import { say } from '../../../contract/sentences/say.ts'
import type { SuggestionVerdict } from '../../../contract/library/keywords.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** A person's answer to a keyword suggested for photos; null withdraws it. */
export type JudgeOne = { kind: 'suggestion'; name: string; verdict: SuggestionVerdict | null }

const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'
const verdicts: readonly SuggestionVerdict[] = ['rejected', 'accepted']

/** The state is the verdict; null if there is none. */
export const suggestion: ChangeKind<JudgeOne, SuggestionVerdict | null> = {
  kind: 'suggestion',
  subject: 'photos',
  isUnwritten: true,
  given: (_context, { verdict }) => verdict,
  read: ({ db, vocabulary }, { name }, ids) =>
    groupByState(
      db
        .prepare<[object], [number, number | null]>(
          `SELECT p.id, (SELECT f.is_right FROM suggestion_feedback f WHERE f.photo_id = p.id AND f.tag_id = @tagId)
           FROM photos p WHERE p.id ${IN_IDS} ORDER BY p.id`,
        )
        .raw()
        .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(name) }),
    ).map(({ state, ids: found }) => ({ state: state === null ? null : verdicts[state]!, ids: found })),
  write: ({ db, vocabulary }, { name }, ids, state) => {
    const about = { ids: JSON.stringify(ids), tagId: vocabulary.tagId(name) }
    if (state === null)
      db.prepare(`DELETE FROM suggestion_feedback WHERE photo_id ${IN_IDS} AND tag_id = @tagId`).run(about)
    else
      db.prepare(
        `INSERT OR REPLACE INTO suggestion_feedback (photo_id, tag_id, is_right)
         SELECT value, @tagId, @isRight FROM json_each(@ids)`,
      ).run({ ...about, isRight: verdicts.indexOf(state) })
  },
  tell: () => undefined, // it finds no photo
  describe: ({ name, verdict }, count) =>
    say(verdict === 'accepted' ? 'keywords.accepted' : 'keywords.rejected', { name, photos: count }),
}
