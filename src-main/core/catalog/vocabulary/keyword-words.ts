import { z } from 'zod'
import type { Db } from '../../../base/sqlite/connect.ts'
import { tagKey } from './tag-levels.ts'

/** Synonyms of keywords, by which they are found; grows as a person gives them. */
export type KeywordWords = {
  /** Keywords, by their row ids, of which this is a synonym as a whole. */
  called(synonym: string): readonly number[]
  synonymsOf(id: number): readonly string[]
  /** Keywords that stay without photos. */
  kept(): Iterable<number>
  isKept(id: number): boolean
  /** Takes up what a keyword is called now; null where it is none any more. */
  put(id: number, synonyms: readonly string[] | null): void
  forget(): void
}

type Known = { synonyms: Map<number, readonly string[]>; called: Map<string, number[]> }

const Synonyms = z.array(z.string())

export function createKeywordWords(db: Db): KeywordWords {
  let cache: Known | null = null
  const known = () => (cache ??= load(db))
  return {
    called: (synonym) => known().called.get(tagKey(synonym)) ?? [],
    synonymsOf: (id) => known().synonyms.get(id) ?? [],
    kept: () => known().synonyms.keys(),
    isKept: (id) => known().synonyms.has(id),
    put: (id, synonyms) => {
      db.prepare('DELETE FROM keyword_text WHERE rowid = ?').run(id)
      if (synonyms !== null && synonyms.length > 0)
        db.prepare('INSERT INTO keyword_text (rowid, synonyms) VALUES (?, ?)').run(id, synonyms.join('\n'))
      if (cache !== null) replace(cache, id, synonyms)
    },
    forget: () => {
      cache = null
    },
  }
}

function load(db: Db): Known {
  const known: Known = { synonyms: new Map(), called: new Map() }
  const rows = db.prepare<[], { id: number; synonyms: string }>('SELECT tag_id AS id, synonyms FROM keywords').all()
  for (const { id, synonyms } of rows) replace(known, id, Synonyms.parse(JSON.parse(synonyms)))
  return known
}

function replace({ synonyms: all, called }: Known, id: number, synonyms: readonly string[] | null): void {
  for (const before of all.get(id) ?? []) {
    const rest = (called.get(tagKey(before)) ?? []).filter((each) => each !== id)
    if (rest.length > 0) called.set(tagKey(before), rest)
    else called.delete(tagKey(before))
  }
  if (synonyms === null) return void all.delete(id)
  all.set(id, synonyms)
  for (const synonym of synonyms) called.set(tagKey(synonym), [...(called.get(tagKey(synonym)) ?? []), id])
}
