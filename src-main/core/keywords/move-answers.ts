import type { SuggestionVerdict } from '../../contract/library/keywords.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import { keywordKey } from '../metadata/plan/keyword-names.ts'

type NamePair = { from: string; to: string }
type Sources = { keywords: Pick<Catalog['keywords'], 'answersTo'>; classifiers: Pick<Catalog['classifiers'], 'judged'> }
type Verdicts = Map<number, SuggestionVerdict>

/**
 * The changes by which what a person said of suggestions of a keyword is said of it by its new name; of two answers for
 * a photo the one to the name that stays counts. Where a classifier learns the keyword, photos that it was taken off
 * are answers as well, for they count no more by the new name.
 */
export function answerMoves(
  { keywords, classifiers }: Sources,
  pairs: readonly NamePair[],
  learned: ReadonlySet<string>,
): ChangePart[] {
  const known = new Map<string, Verdicts>()
  const answersTo = (name: string): Verdicts => {
    const key = keywordKey(name)
    const found = known.get(key) ?? new Map(keywords.answersTo(name).map(({ photoId, verdict }) => [photoId, verdict]))
    known.set(key, found)
    return found
  }
  return pairs.flatMap(({ from, to }) => {
    const [leaving, staying] = [answersTo(from), answersTo(to)]
    const off = learned.has(keywordKey(from)) ? classifiers.judged(from).wrong : []
    const coming = new Map([...off.map((id) => [id, 'rejected'] as const), ...leaving])
    for (const id of staying.keys()) coming.delete(id)
    const parts = [...partsOf(from, null, [...leaving.keys()]), ...answered(to, coming)]
    for (const [id, verdict] of coming) staying.set(id, verdict)
    leaving.clear()
    return parts
  })
}

const answered = (name: string, verdicts: Verdicts): ChangePart[] =>
  (['accepted', 'rejected'] as const).flatMap((verdict) =>
    partsOf(
      name,
      verdict,
      [...verdicts.keys()].filter((id) => verdicts.get(id) === verdict),
    ),
  )

const partsOf = (name: string, verdict: SuggestionVerdict | null, ids: number[]): ChangePart[] =>
  ids.length === 0 ? [] : [{ change: { kind: 'suggestion', name, verdict }, ids }]
