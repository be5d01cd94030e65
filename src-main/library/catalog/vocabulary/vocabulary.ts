import type { Db } from '../../../base/sqlite/connect.ts'
import { fullTextWords } from './full-text-words.ts'
import { isWithin, levelKeysOf, tagKey } from './tag-levels.ts'
import type { TagNames } from './tag-names.ts'
import { z } from 'zod'

/** Names of tags and categories with their row ids; grows with new names. */
export type Vocabulary = {
  /**
   * The tag's id; a new tag is added. Names that differ only in case are one tag. A concept makes the tag known in all
   * languages from then on.
   */
  tagId(name: string, concept?: string): number
  findTag(name: string): number | null
  /**
   * The tag with this name, and those with it as one of their levels: `Places/Austria/Vienna` for `Austria`. Includes
   * keywords of which it is a synonym, and those below them.
   */
  findTagsWithin(name: string): number[]
  /** A tag and those below it in the tree of keywords. */
  tagsBelow(id: number): number[]
  /** Synonyms that people gave keywords. */
  keywords: KeywordWords
  /** Changes the spelling of a tag's name; only case may differ. */
  respell(id: number, name: string): void
  tagName(id: number): string
  /** The concept of a tag; null if only people and files use it. */
  tagConcept(id: number): string | null
  /** Tags with any of these concepts. */
  tagsOfConcepts(concepts: ReadonlySet<string>): number[]
  conceptId(concept: string, synsetId: string | undefined): number
  categoryId(categorizer: string, name: string): number
  category(id: number): { categorizer: string; name: string }
  categories(): { id: number; categorizer: string; name: string }[]
  tags(): { id: number; name: string; concept: string | null }[]
  /** Replaces the words by which text search finds a tag beside its name. */
  setWords(id: number, words: readonly string[]): void
  forget(): void
}

type Known = {
  tagIds: Map<string, number>
  tagNames: Map<number, string>
  /** Tags by each of their levels. */
  tagLevels: Map<string, number[]>
  tagConcepts: Map<number, string>
  concepts: Map<string, number>
  categoryIds: Map<string, number>
  categories: Map<number, { categorizer: string; name: string }>
}

export function createVocabulary(db: Db, wordsOf: TagNames['wordsOf']): Vocabulary {
  const statements = prepareStatements(db)
  let cache: Known | null = null
  const known = () => (cache ??= loadKnown(db))
  const keywords = createKeywordWords(db)
  const setWords = (id: number, words: readonly string[]) =>
    void statements.setWords.run({ id, words: fullTextWords(words.join('\n')) })
  const tagId = (name: string, concept?: string) => {
    const id = known().tagIds.get(tagKey(name)) ?? addTag(statements, known(), name)
    if (concept === undefined || known().tagConcepts.has(id)) return id
    statements.setConcept.run(concept, id)
    known().tagConcepts.set(id, concept)
    setWords(id, wordsOf(concept))
    return id
  }
  const below = (id: number) => tagsBelow(known(), id)
  return {
    tagId,
    keywords,
    tagsBelow: below,
    respell: (id, name) => respell(statements, known(), id, name),
    findTag: (name) => known().tagIds.get(tagKey(name)) ?? null,
    findTagsWithin: (name) => [
      ...new Set([...(known().tagLevels.get(tagKey(name)) ?? []), ...keywords.called(name).flatMap(below)]),
    ],
    tagName: (id) => known().tagNames.get(id) ?? '',
    tagConcept: (id) => known().tagConcepts.get(id) ?? null,
    tagsOfConcepts: (concepts) => (concepts.size === 0 ? [] : tagsOf(known(), concepts)),
    conceptId: (concept, synsetId) => conceptIdOf(statements, known(), concept, synsetId),
    categoryId: (categorizer, name) => categoryIdOf(statements, known(), categorizer, name),
    category: (id) => known().categories.get(id) ?? { categorizer: '', name: '' },
    categories: () => [...known().categories].map(([id, category]) => ({ id, ...category })),
    tags: () => tagsIn(known()),
    setWords,
    forget: () => {
      keywords.forget()
      cache = null
    },
  }
}

const tagsIn = ({ tagNames, tagConcepts }: Known) =>
  [...tagNames].map(([id, name]) => ({ id, name, concept: tagConcepts.get(id) ?? null }))

const tagsOf = ({ tagConcepts }: Known, concepts: ReadonlySet<string>): number[] =>
  [...tagConcepts].flatMap(([id, concept]) => (concepts.has(concept) ? [id] : []))

function tagsBelow({ tagNames, tagLevels }: Known, id: number): number[] {
  const name = tagNames.get(id) ?? ''
  const within = tagLevels.get(tagKey(name)) ?? []
  return within.filter((each) => each === id || isWithin(tagNames.get(each) ?? '', name))
}

function respell(statements: Statements, { tagNames }: Known, id: number, name: string): void {
  statements.respell.run(name, id)
  statements.respellText.run(fullTextWords(name), id)
  tagNames.set(id, name)
}

const prepareStatements = (db: Db) => ({
  addTag: db.prepare<[string, string]>('INSERT INTO tags (key, name) VALUES (?, ?)'),
  addTagText: db.prepare<[number, string]>("INSERT INTO tag_text (rowid, name, synonyms) VALUES (?, ?, '')"),
  setWords: db.prepare<[{ id: number; words: string }]>('UPDATE tag_text SET synonyms = @words WHERE rowid = @id'),
  respell: db.prepare<[string, number]>('UPDATE tags SET name = ? WHERE id = ?'),
  respellText: db.prepare<[string, number]>('UPDATE tag_text SET name = ? WHERE rowid = ?'),
  setConcept: db.prepare<[string, number]>('UPDATE tags SET concept = ? WHERE id = ?'),
  addConcept: db.prepare<[string, string | null]>('INSERT INTO concepts (concept, synset_id) VALUES (?, ?)'),
  addCategory: db.prepare<[string, string]>('INSERT INTO categories (categorizer, name) VALUES (?, ?)'),
})
type Statements = ReturnType<typeof prepareStatements>

const categoryKey = (categorizer: string, name: string) => `${categorizer}/${name}`

function addTag({ addTag: add, addTagText }: Statements, known: Known, name: string): number {
  const shown = name.normalize('NFC').trim()
  const id = Number(add.run(tagKey(name), shown).lastInsertRowid)
  addTagText.run(id, fullTextWords(shown))
  known.tagIds.set(tagKey(name), id)
  known.tagNames.set(id, shown)
  addLevels(known.tagLevels, id, shown)
  return id
}

function addLevels(tagLevels: Known['tagLevels'], id: number, name: string): void {
  for (const key of levelKeysOf(name)) {
    const ids = tagLevels.get(key)
    if (ids === undefined) tagLevels.set(key, [id])
    else ids.push(id)
  }
}

function conceptIdOf(
  { addConcept: add }: Statements,
  known: Known,
  concept: string,
  synsetId: string | undefined,
): number {
  const there = known.concepts.get(concept)
  if (there !== undefined) return there
  const id = Number(add.run(concept, synsetId ?? null).lastInsertRowid)
  known.concepts.set(concept, id)
  return id
}

function categoryIdOf({ addCategory: add }: Statements, known: Known, categorizer: string, name: string): number {
  const there = known.categoryIds.get(categoryKey(categorizer, name))
  if (there !== undefined) return there
  const id = Number(add.run(categorizer, name).lastInsertRowid)
  known.categoryIds.set(categoryKey(categorizer, name), id)
  known.categories.set(id, { categorizer, name })
  return id
}

function loadKnown(db: Db): Known {
  const tags = db
    .prepare<[], { id: number; key: string; name: string; concept: string | null }>(
      'SELECT id, key, name, concept FROM tags',
    )
    .all()
  const concepts = db.prepare<[], { id: number; concept: string }>('SELECT id, concept FROM concepts').all()
  const categories = db
    .prepare<[], { id: number; categorizer: string; name: string }>('SELECT id, categorizer, name FROM categories')
    .all()
  const tagLevels: Known['tagLevels'] = new Map()
  for (const { id, name } of tags) addLevels(tagLevels, id, name)
  return {
    tagLevels,
    tagIds: new Map(tags.map((tag) => [tag.key, tag.id])),
    tagNames: new Map(tags.map((tag) => [tag.id, tag.name])),
    tagConcepts: new Map(tags.flatMap((tag) => (tag.concept === null ? [] : [[tag.id, tag.concept]]))),
    concepts: new Map(concepts.map((each) => [each.concept, each.id])),
    categoryIds: new Map(categories.map((each) => [categoryKey(each.categorizer, each.name), each.id])),
    categories: new Map(categories.map(({ id, categorizer, name }) => [id, { categorizer, name }])),
  }
}

/** Synonyms of keywords, used to find them; grows as a person adds some. */
type KeywordWords = {
  /** Keywords, by their row ids, with this synonym as a whole. */
  called(synonym: string): readonly number[]
  synonymsOf(id: number): readonly string[]
  /** Keywords that stay without photos. */
  kept(): Iterable<number>
  isKept(id: number): boolean
  /** Updates the synonyms of a keyword; null if it is none any more. */
  put(id: number, synonyms: readonly string[] | null): void
  forget(): void
}

type KnownWords = { synonyms: Map<number, readonly string[]>; called: Map<string, number[]> }

const Synonyms = z.array(z.string())

function createKeywordWords(db: Db): KeywordWords {
  let cache: KnownWords | null = null
  const known = () => (cache ??= load(db))
  return {
    called: (synonym) => known().called.get(tagKey(synonym)) ?? [],
    synonymsOf: (id) => known().synonyms.get(id) ?? [],
    kept: () => known().synonyms.keys(),
    isKept: (id) => known().synonyms.has(id),
    put: (id, synonyms) => {
      db.prepare('DELETE FROM keyword_text WHERE rowid = ?').run(id)
      if (synonyms !== null && synonyms.length > 0)
        db.prepare('INSERT INTO keyword_text (rowid, synonyms) VALUES (?, ?)').run(
          id,
          fullTextWords(synonyms.join('\n')),
        )
      if (cache !== null) replace(cache, id, synonyms)
    },
    forget: () => {
      cache = null
    },
  }
}

function load(db: Db): KnownWords {
  const known: KnownWords = { synonyms: new Map(), called: new Map() }
  const rows = db.prepare<[], { id: number; synonyms: string }>('SELECT tag_id AS id, synonyms FROM keywords').all()
  for (const { id, synonyms } of rows) replace(known, id, Synonyms.parse(JSON.parse(synonyms)))
  return known
}

function replace({ synonyms: all, called }: KnownWords, id: number, synonyms: readonly string[] | null): void {
  for (const before of all.get(id) ?? []) {
    const rest = (called.get(tagKey(before)) ?? []).filter((each) => each !== id)
    if (rest.length > 0) called.set(tagKey(before), rest)
    else called.delete(tagKey(before))
  }
  if (synonyms === null) return void all.delete(id)
  all.set(id, synonyms)
  for (const synonym of synonyms) called.set(tagKey(synonym), [...(called.get(tagKey(synonym)) ?? []), id])
}
