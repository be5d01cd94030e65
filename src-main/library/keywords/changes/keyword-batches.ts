import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { SuggestionVerdict } from '../../../contract/library/keywords.ts'
import type { NameChange } from '../rows/keyword-store.ts'
import { type ChangeKind, riskOf, groupByState, consistsOfParts } from '../../history/kinds/change-kind.ts'

/** Changes of keywords as a person sees them; the pieces name the changes that each consists of. */
export type ChangeKeywords = {
  kind: 'change-keywords'
  photos: number
  /** Classifiers that learn them by other names now; older entries of the journal do not have it. */
  classifiers?: readonly string[]
} & (NameChange | { what: 'import'; keywords: number })

export type JudgeSuggestions = { kind: 'judge-suggestion'; name: string; verdict: SuggestionVerdict; photos: number }

/** A stroke of the painter; `brush` describes it: keywords, stars, a label, a flag. Older edits have it in English. */
export type Paint = {
  kind: 'paint'
  brush: readonly Text[] | string
  keywords: readonly string[]
  isErasing: boolean
  photos: number
}

export const changeKeywords: ChangeKind<ChangeKeywords, null> = {
  ...consistsOfParts,
  kind: 'change-keywords',
  announces: ({ classifiers = [] }) => [
    ...classifiers.map((classifier) => ({ classifier })),
    'photos',
    'keywords.changed',
  ],
  risk: riskOf('backups.keywords'),
  describe: (change) => {
    const { photos } = change
    const isOn = photos > 0
    if (change.what === 'move') return describeMove(change)
    if (change.what === 'remove')
      return say(isOn ? 'keywords.removedOn' : 'keywords.removed', { name: change.name, photos })
    if (change.what === 'import') return say('keywords.imported', { count: change.keywords })
    const names = change.names.map((name) => say('keywords.brushKeyword', { name }))
    return say(isOn ? 'keywords.mergedOn' : 'keywords.merged', { names, into: change.into, photos })
  },
}

/** Renames a keyword that stays in its place. */
function describeMove({ from, to, photos }: { from: string; to: string; photos: number }): Text {
  const placeOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)
  const isRenamed = placeOf(from) === placeOf(to)
  if (photos === 0) return say(isRenamed ? 'keywords.renamed' : 'keywords.moved', { from, to })
  return say(isRenamed ? 'keywords.renamedOn' : 'keywords.movedOn', { from, to, photos })
}

export const judgeSuggestion: ChangeKind<JudgeSuggestions, null> = {
  ...consistsOfParts,
  kind: 'judge-suggestion',
  risk: riskOf('backups.suggestion'),
  describe: ({ name, verdict, photos }) =>
    say(verdict === 'accepted' ? 'keywords.accepted' : 'keywords.rejected', { name, photos }),
}

export const paint: ChangeKind<Paint, null> = {
  ...consistsOfParts,
  kind: 'paint',
  risk: riskOf('backups.painting'),
  describe: ({ brush, isErasing, photos }) =>
    say(isErasing ? 'keywords.erased' : 'keywords.painted', { brush, photos }),
}

/** A person's answer to a keyword suggested for photos; null withdraws it. */
type JudgeOne = { kind: 'suggestion'; name: string; verdict: SuggestionVerdict | null }

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
