import { valueFields } from '../../../contract/library/metadata-writing.ts'
import { mergeRegions, type RegionMerge } from './merge-regions.ts'
import {
  type Base,
  type PersonWork,
  type TargetContent,
  type Value,
  type ValueField,
  type Values,
  type Written,
  isSameValue,
  plainValue,
} from './work.ts'
import { coveredKeys, keywordKey, levelsOf } from './keyword-names.ts'

export type MergeSources = {
  work: PersonWork
  written: Written
  target: TargetContent
  base: Base
  /** Fields that wait for the person's decision. */
  disputed?: readonly (ValueField | 'keywords')[]
}

/** A field that both the person and another program changed. */
export type FieldConflict = { field: ValueField | 'keywords'; ours: Value | string[]; theirs: Value | string[] }

/** Values that the library takes over from a target. */
export type Adopted = { values: Values; droppedAdded: string[]; droppedRemoved: string[] }

/** What to write to a target, and what the library stores about it. */
export type WorkMerge = {
  /** Values to write; an absent field stays. */
  values: Values
  /** The complete list to write; null if it stays. */
  keywords: string[] | null
  /** Named faces to add and remove, and the people shown. */
  regions: RegionMerge
  written: Written
  adopted: Adopted
  conflicts: FieldConflict[]
}

/** Merges a person's work with a target's content, field by field, against their last common state. */
export function mergeWork({ work, written, target, base, disputed = [] }: MergeSources): WorkMerge {
  const merges = valueFields.map((field): [ValueField, FieldMerge] => [
    field,
    mergeValue(field, {
      given: field === 'crop' && target.isDeveloped === true ? undefined : work.values[field],
      written: written.values[field],
      target: target.values[field],
      base: base.values[field],
      isDisputed: disputed.includes(field),
    }),
  ])
  const words = mergeKeywords({ work, written, target, base })
  const regions = mergeRegions(work.regions, written.regions, target.regions ?? { faces: [], people: [] })
  const pick = (outcome: FieldMerge['outcome']) =>
    Object.fromEntries(merges.flatMap(([field, merge]) => (merge.outcome === outcome ? [[field, merge.value]] : [])))
  return {
    values: pick('write') as Values,
    keywords: words.keywords,
    regions,
    written: {
      values: keepWritten(merges),
      added: words.added,
      removed: words.removed,
      ...(regions.written === undefined ? {} : { regions: regions.written }),
    },
    adopted: {
      values: pick('adopt') as Values,
      droppedAdded: words.droppedAdded,
      droppedRemoved: words.droppedRemoved,
    },
    conflicts: [
      ...merges.flatMap(([field, { outcome }]) =>
        outcome === 'conflict' ? [{ field, ours: work.values[field] ?? null, theirs: target.values[field] }] : [],
      ),
      ...(words.isConflict
        ? [{ field: 'keywords' as const, ours: [...work.added], theirs: [...(target.keywords ?? [])] }]
        : []),
    ],
  }
}

const keepWritten = (merges: readonly (readonly [ValueField, FieldMerge])[]): Written['values'] =>
  Object.fromEntries(merges.flatMap(([field, { written }]) => (written === undefined ? [] : [[field, written]])))

/** The merge of a photo's keywords with a target's. */
type KeywordMerge = {
  /** The complete list for the target; null if it stays. */
  keywords: string[] | null
  added: string[]
  removed: string[]
  /** Keywords that another program removed or restored since: the person's own keyword, or its removal, is dropped. */
  droppedAdded: string[]
  droppedRemoved: string[]
  /** The target lost every keyword that Lumafold wrote. */
  isConflict: boolean
}

type Sources = { work: PersonWork; written: Written; target: TargetContent; base: Base }

/** Merges keywords as sets: additions of either side stay, removals of either side are applied. */
function mergeKeywords({ work: given, written, target, base }: Sources): KeywordMerge {
  const present = keySet(target.keywords ?? base.keywords)
  const work = { ...given, added: withoutCovered(given.added, present) }
  if (isLost(written, target, work)) return { ...unchanged(written), isConflict: true }
  const isThere = (word: string) => present.has(keywordKey(word))
  const droppedAdded = work.added.filter((word) => has(written.added, word) && !isThere(word))
  const droppedRemoved = work.removed.filter((word) => has(written.removed, word) && isThere(word))
  const original = withWords(present, written.removed, written.added)
  const added = without(work.added, droppedAdded)
  const removed = without(work.removed, droppedRemoved)
  const wanted = withWords(original, added, removed)
  return {
    keywords: isSameSet(wanted, present) ? null : [...wanted.values()],
    added: added.filter((word) => wanted.has(keywordKey(word)) && !original.has(keywordKey(word))),
    removed: removed.filter((word) => original.has(keywordKey(word))),
    droppedAdded,
    droppedRemoved,
    isConflict: false,
  }
}

const unchanged = ({ added, removed }: Written): Omit<KeywordMerge, 'isConflict'> => ({
  keywords: null,
  added: [...added],
  removed: [...removed],
  droppedAdded: [],
  droppedRemoved: [],
})

/** `dog` adds nothing beside `animals/dog`. */
function withoutCovered(added: readonly string[], present: ReadonlyMap<string, string>): readonly string[] {
  const covered = coveredKeys([...present.values(), ...added])
  return added.filter((word) => word.includes('/') || !covered.has(keywordKey(levelsOf(word).join())))
}

/** Whether the target has no keywords any more, though the person still has some that were written into it. */
const isLost = (written: Written, target: TargetContent, { added }: PersonWork): boolean =>
  (target.keywords?.length ?? 0) === 0 && written.added.some((word) => has(added, word))

const keySet = (words: readonly string[]): Map<string, string> => withWords(new Map(), words, [])

/** Keywords by their keys with some more, in the spelling that came first, and without others. */
function withWords(
  words: ReadonlyMap<string, string>,
  more: readonly string[],
  less: readonly string[],
): Map<string, string> {
  const found = new Map(words)
  for (const word of more) {
    const key = keywordKey(word)
    if (key !== '' && !found.has(key)) found.set(key, word.trim())
  }
  for (const word of less) found.delete(keywordKey(word))
  return found
}

const has = (words: readonly string[], word: string): boolean =>
  words.some((each) => keywordKey(each) === keywordKey(word))

const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !has(others, word))

const isSameSet = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key))

/** One field of a photo and a target. */
type FieldSources = {
  /** The person's value; undefined if they gave none. */
  given: Value | undefined
  written: Written['values'][ValueField] | undefined
  target: Value
  /** The value that the library had read when the person changed the field; undefined if none. */
  base: Value | undefined
  /** The person has not yet decided between two values. */
  isDisputed?: boolean
}

/**
 * The result for a field: `write` puts a value into the target, `adopt` takes the target's into the library, `conflict`
 * leaves both as they are. `written` is what Lumafold has written then.
 */
type FieldMerge = {
  outcome: 'keep' | 'write' | 'adopt' | 'conflict'
  value?: Value
  written?: { written: Value; before: Value }
}

/** Merges one field against the last common state. */
function mergeValue(field: ValueField, sources: FieldSources): FieldMerge {
  const { given, written, target, base, isDisputed = false } = sources
  if (given === undefined) return takeBack(field, written, target)
  if (isDisputed && !isSameValue(field, given, target)) return { outcome: 'conflict', ...(written ? { written } : {}) }
  return written === undefined ? writeFirst(field, given, target, base) : writeAgain(field, given, written, target)
}

/** The person's value was removed: what Lumafold wrote is removed, what another program wrote since stays. */
function takeBack(field: ValueField, written: FieldSources['written'], target: Value): FieldMerge {
  if (written === undefined || !isSameValue(field, target, written.written)) return { outcome: 'keep' }
  return isSameValue(field, target, written.before) ? { outcome: 'keep' } : { outcome: 'write', value: written.before }
}

function writeFirst(field: ValueField, given: Value, target: Value, base: Value | undefined): FieldMerge {
  if (isSameValue(field, given, target)) return { outcome: 'keep' }
  const isUntouched =
    base === undefined || plainValue(field, target) === plainValue(field, null) || isSameValue(field, target, base)
  return isUntouched
    ? { outcome: 'write', value: given, written: { written: given, before: target } }
    : { outcome: 'conflict' }
}

function writeAgain(
  field: ValueField,
  given: Value,
  written: { written: Value; before: Value },
  target: Value,
): FieldMerge {
  const next = { written: given, before: written.before }
  if (isSameValue(field, target, given)) return { outcome: 'keep', written: next }
  if (isSameValue(field, target, written.written)) return { outcome: 'write', value: given, written: next }
  const isGone = plainValue(field, target) === plainValue(field, null)
  // Programs drop unknown fields: a missing value is never a person's wish.
  if (isSameValue(field, given, written.written) && !isGone) return { outcome: 'adopt', value: target }
  return { outcome: 'conflict', written }
}
