import { coveredKeys, keywordKey } from './keyword-names.ts'
import type { Base, PersonWork, Said, Written } from './work.ts'

/** What follows for the keywords of a photo and a target. */
export type KeywordMerge = {
  /** The whole list for the target; null where it stays as it is. */
  keywords: string[] | null
  added: string[]
  removed: string[]
  /** What another program took off or put back since: the person's own keyword, or their removal, goes. */
  droppedAdded: string[]
  droppedRemoved: string[]
  /** The target lost every keyword that Lumafold wrote. */
  isConflict: boolean
}

type Sources = { work: PersonWork; written: Written; said: Said; base: Base }

/** Merges keywords as sets: what either side added is there, what either side removed is gone. */
export function mergeKeywords({ work: given, written, said, base }: Sources): KeywordMerge {
  const present = keySet(said.keywords ?? base.keywords)
  const work = { ...given, added: withoutCovered(given.added, present) }
  if (isLost(written, said, work)) return { ...unchanged(written), isConflict: true }
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

/** `dog` says nothing beside `animals/dog`. */
function withoutCovered(added: readonly string[], present: ReadonlyMap<string, string>): readonly string[] {
  const covered = coveredKeys([...present.values(), ...added])
  return added.filter((word) => word.includes('/') || !covered.has(keywordKey(word)))
}

/** Whether the target lists no keyword any more, though the person still gives some that were written into it. */
const isLost = (written: Written, said: Said, { added }: PersonWork): boolean =>
  (said.keywords?.length ?? 0) === 0 && written.added.some((word) => has(added, word))

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
