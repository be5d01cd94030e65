import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import {
  type KeywordMerge,
  type KeywordMove,
  type KeywordRecord,
  LEVEL_SEPARATOR,
  plainKeyword,
} from '../../contract/library/keywords.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { keywordKey } from '../metadata/plan/keyword-names.ts'
import { distinct, isSame, leafOf, moveParts, pairsBelow } from './move-parts.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

export type KeywordChangesDependencies = {
  catalog: Pick<Catalog, 'classifiers' | 'keywords'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

type Sources = KeywordChangesDependencies

/** Adds a keyword without photos to the tree. Throws `bad-params` if it exists. */
export function createKeyword(
  { catalog: { keywords }, changes }: Sources,
  { name, ...record }: { name: string } & Partial<KeywordRecord>,
): Promise<ChangeResult> {
  if (keywords.record(name) !== null || keywords.isInUse(name)) throw alreadyThere(keywords.spelling(name) ?? name)
  const synonyms = distinct(record.synonyms ?? [], name)
  const whole = { ...plainKeyword, ...record, synonyms }
  return changes.apply({ kind: 'keyword', name, record: whole, ids: LIBRARY_IDS })
}

/** Changes a keyword's record; fields that are not given stay. Throws `bad-params` for an unknown keyword. */
export function editKeyword(
  { catalog: { keywords }, changes }: Sources,
  { name, ...edit }: { name: string } & Partial<KeywordRecord>,
): Promise<ChangeResult> {
  requireKnown(keywords, name)
  const record = { ...(keywords.record(name) ?? plainKeyword), ...edit }
  const synonyms = distinct(record.synonyms, name)
  const shown = keywords.spelling(name) ?? name
  return changes.apply({ kind: 'keyword', name: shown, record: { ...record, synonyms }, ids: LIBRARY_IDS })
}

/**
 * Renames or moves a keyword, with everything below it: one change, for any number of photos. Throws `bad-params` for
 * an unknown keyword, for a place within itself, and if a keyword has that name already.
 */
export function moveKeyword({ catalog, changes }: Sources, { from: wanted, to }: KeywordMove): Promise<ChangeResult> {
  const { keywords } = catalog
  requireKnown(keywords, wanted)
  const from = keywords.spelling(wanted) ?? wanted
  requireOutside(from, to)
  if (!isSame(from, to) && keywords.isInUse(to))
    throw new AppError('bad-params', say('errors.keywordToMerge', { name: keywords.spelling(to) ?? to }))
  const { parts, ...about } = moveParts(catalog, pairsBelow(catalog, { from, to }))
  return changes.applyBatch({ kind: 'change-keywords', what: 'move', from, to, ...about }, parts)
}

/**
 * Merges keywords, with everything below them: photos with any of them have `into` afterwards. Throws `bad-params` for
 * an unknown keyword, and if `into` is below one that is removed.
 */
export function mergeKeywords(
  { catalog, changes }: Sources,
  { names: wanted, into, keepsNames }: KeywordMerge,
): Promise<ChangeResult> {
  const { keywords } = catalog
  for (const name of wanted) requireKnown(keywords, name)
  const stays = keywords.spelling(into) ?? into
  const names = wanted.map((name) => keywords.spelling(name) ?? name).filter((name) => !isSame(name, stays))
  if (names.length === 0) throw new AppError('bad-params', say('errors.keywordOthers'))
  for (const name of names) requireOutside(name, stays)
  const pairs = names.flatMap((from) => pairsBelow(catalog, { from, to: stays }))
  const synonyms = keepsNames ? new Map([[stays, names.map(leafOf)]]) : undefined
  const { parts, ...about } = moveParts(catalog, pairs, synonyms)
  return changes.applyBatch({ kind: 'change-keywords', what: 'merge', names, into: stays, ...about }, parts)
}

/**
 * Removes a keyword and everything below it from all photos, the tree and the sets. Throws `bad-params` for an unknown
 * one.
 */
export function removeKeyword({ catalog: { keywords }, changes }: Sources, wanted: string): Promise<ChangeResult> {
  requireKnown(keywords, wanted)
  const name = keywords.spelling(wanted) ?? wanted
  const names = keywords.below(name)
  const gone = new Set(names.map(keywordKey))
  const photosOf = keywords.photosOf(names)
  const parts = [
    ...names
      .filter((each) => keywords.record(each) !== null)
      .map((each) => ({ change: { kind: 'keyword' as const, name: each, record: null }, ids: LIBRARY_IDS })),
    ...keywords
      .sets()
      .filter((set) => set.keywords.some((each) => gone.has(keywordKey(each))))
      .map(({ id, name: called, keywords: all }) => ({
        change: {
          kind: 'keyword-set' as const,
          id,
          name: called,
          set: { name: called, keywords: all.filter((each) => !gone.has(keywordKey(each))) },
        },
        ids: LIBRARY_IDS,
      })),
    ...names.map((each) => ({ change: { kind: 'remove-tag' as const, name: each }, ids: photosOf.get(each) ?? [] })),
  ]
  const photos = new Set([...photosOf.values()].flat()).size
  return changes.applyBatch({ kind: 'change-keywords', what: 'remove', name, photos }, parts)
}

function requireKnown(keywords: Catalog['keywords'], name: string): void {
  if (keywords.isInUse(name)) return
  throw new AppError('bad-params', say('errors.keywordUnknown', { name }))
}

function requireOutside(name: string, place: string): void {
  if (keywordKey(place).startsWith(keywordKey(name) + LEVEL_SEPARATOR))
    throw new AppError('bad-params', say('errors.keywordWithin', { place, name }))
}

const alreadyThere = (name: string) => new AppError('bad-params', say('errors.keywordTaken', { name }))
