import {
  type KeywordRecord,
  LEVEL_SEPARATOR,
  plainKeyword,
  type SuggestionVerdict,
} from '../../contract/library/keywords.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import { keywordKey } from '../metadata/plan/keyword-names.ts'
import { classifierParts } from './classifier-parts.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

type NamePair = { from: string; to: string }

type MoveSources = {
  classifiers: Pick<Catalog['classifiers'], 'list' | 'judged'>
  keywords: Pick<Catalog['keywords'], 'answersTo' | 'below' | 'photosOf' | 'records' | 'sets' | 'spelling'>
}

/**
 * A keyword and everything below it with their new names; shorter ones first, so that none takes a place that is not
 * free.
 */
export function pairsBelow({ keywords }: Pick<MoveSources, 'keywords'>, { from, to }: NamePair): NamePair[] {
  return keywords.below(from).map((name) => ({ from: name, to: to + name.slice(from.length) }))
}

/** The last level. */
export const leafOf = (name: string): string => name.slice(name.lastIndexOf(LEVEL_SEPARATOR) + 1)

export const isSame = (a: string, b: string): boolean => keywordKey(a) === keywordKey(b)

/**
 * The changes that rename keywords: on photos, in their records, in sets, in the classifiers that learn them and in the
 * answers to those. `synonyms` are additional ones of a keyword. Also returns the photos with any of them, and the ids
 * of the classifiers.
 */
export function moveParts(
  { keywords, classifiers }: MoveSources,
  pairs: readonly NamePair[],
  synonyms: ReadonlyMap<string, readonly string[]> = new Map(),
): { parts: ChangePart[]; photos: number; classifiers: string[] } {
  const moved = pairs.filter(({ from, to }) => !isSame(from, to))
  const photosOf = keywords.photosOf(moved.map(({ from }) => from))
  const records = new RecordMoves(keywords.records())
  for (const pair of moved) records.move(pair)
  for (const [name, more] of synonyms) records.addSynonyms(name, more)
  const photoParts = moved.map(({ from, to }) => ({
    change: { kind: 'move-tag' as const, from, to },
    ids: photosOf.get(from) ?? [],
  }))
  const spelled = pairs
    .filter(({ from, to }) => isSame(from, to) && keywords.spelling(from) !== to)
    .map(({ to }): ChangePart => ({ change: { kind: 'spell-keyword', name: to }, ids: LIBRARY_IDS }))
  const all = classifiers.list()
  const learned = classifierParts(all, pairs)
  const taught = new Set(all.flatMap(({ classes }) => classes.map(({ name }) => keywordKey(name))))
  // The photos from which a keyword was removed are read before the name changes.
  const answers = answerMoves({ keywords, classifiers }, moved, taught)
  return {
    parts: [
      ...spelled,
      ...records.parts(),
      ...setParts(keywords.sets(), pairs),
      ...photoParts,
      ...answers,
      ...learned.parts,
    ],
    photos: new Set(photoParts.flatMap(({ ids }) => ids)).size,
    classifiers: learned.ids,
  }
}

/** The new records of keywords. */
class RecordMoves {
  readonly #before: ReadonlyMap<string, { name: string; record: KeywordRecord }>
  readonly #after = new Map<string, { name: string; record: KeywordRecord | null }>()

  constructor(records: ReadonlyMap<string, KeywordRecord>) {
    this.#before = new Map([...records].map(([name, record]) => [keywordKey(name), { name, record }]))
  }

  move({ from, to }: NamePair): void {
    const record = this.#of(from)
    if (record === null) return
    this.#put(from, null)
    this.#put(to, joined(this.#of(to), record, to))
  }

  addSynonyms(name: string, more: readonly string[]): void {
    this.#put(name, joined(this.#of(name), { ...plainKeyword, synonyms: [...more] }, name))
  }

  parts(): ChangePart[] {
    return [...this.#after.values()].map(({ name, record }) => ({
      change: { kind: 'keyword', name, record },
      ids: LIBRARY_IDS,
    }))
  }

  #of(name: string): KeywordRecord | null {
    const key = keywordKey(name)
    return this.#after.has(key) ? this.#after.get(key)!.record : (this.#before.get(key)?.record ?? null)
  }

  #put(name: string, record: KeywordRecord | null): void {
    this.#after.set(keywordKey(name), { name, record })
  }
}

/** If two become one, the one that stays decides, and gets the synonyms of both. */
function joined(stays: KeywordRecord | null, comes: KeywordRecord, name: string): KeywordRecord {
  const { color } = stays?.color ? stays : comes
  return { ...(stays ?? comes), color, synonyms: distinct([...(stays?.synonyms ?? []), ...comes.synonyms], name) }
}

/** Each once, without the keyword itself. */
export function distinct(synonyms: readonly string[], name: string): string[] {
  const own = new Set([keywordKey(name), keywordKey(leafOf(name))])
  const byKey = new Map(synonyms.map((synonym) => [keywordKey(synonym), synonym]))
  return [...byKey].filter(([key]) => !own.has(key)).map(([, synonym]) => synonym)
}

function setParts(sets: ReturnType<MoveSources['keywords']['sets']>, pairs: readonly NamePair[]): ChangePart[] {
  const names = new Map(pairs.map(({ from, to }) => [keywordKey(from), to]))
  return sets.flatMap(({ id, name, keywords }): ChangePart[] => {
    if (!keywords.some((each) => names.has(keywordKey(each)))) return []
    const renamed = [...new Set(keywords.map((each) => names.get(keywordKey(each)) ?? each))]
    return [{ change: { kind: 'keyword-set', id, name, set: { name, keywords: renamed } }, ids: LIBRARY_IDS }]
  })
}

type Sources = { keywords: Pick<Catalog['keywords'], 'answersTo'>; classifiers: Pick<Catalog['classifiers'], 'judged'> }
type Verdicts = Map<number, SuggestionVerdict>

/**
 * The changes that move a person's answers to suggestions of a keyword to its new name. Of two answers for a photo, the
 * one under the staying name counts. If a classifier learns the keyword, photos from which it was removed are answers
 * as well, since the new name does not have them.
 */
function answerMoves(
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
