import type { Db } from '../database/connection.ts'

/** Names of tags and categories and their row ids; grows as new names come. */
export type Vocabulary = {
  /** The tag's id, made where it is new. Names that differ only in case are one tag. */
  tagId(name: string): number
  findTag(name: string): number | null
  tagName(id: number): string
  conceptId(concept: string, synsetId: string | undefined): number
  categoryId(categorizer: string, name: string): number
  category(id: number): { categorizer: string; name: string }
  categories(): { id: number; categorizer: string; name: string }[]
  tags(): { id: number; name: string }[]
  addSynonyms(name: string, synonyms: readonly string[]): void
  forget(): void
}

/** What makes two written tags the same tag. */
export const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

type Known = {
  tagIds: Map<string, number>
  tagNames: Map<number, string>
  concepts: Map<string, number>
  categoryIds: Map<string, number>
  categories: Map<number, { categorizer: string; name: string }>
}

export function createVocabulary(db: Db): Vocabulary {
  const statements = prepareStatements(db)
  let cache: Known | null = null
  const known = () => (cache ??= loadKnown(db))
  const tagId = (name: string) => known().tagIds.get(tagKey(name)) ?? addTag(statements, known(), name)
  return {
    tagId,
    findTag: name => known().tagIds.get(tagKey(name)) ?? null,
    tagName: id => known().tagNames.get(id) ?? '',
    conceptId: (concept, synsetId) => known().concepts.get(concept) ?? addConcept(statements, known(), concept, synsetId),
    categoryId: (categorizer, name) => known().categoryIds.get(categoryKey(categorizer, name)) ?? addCategory(statements, known(), categorizer, name),
    category: id => known().categories.get(id) ?? { categorizer: '', name: '' },
    categories: () => [...known().categories].map(([id, category]) => ({ id, ...category })),
    tags: () => [...known().tagNames].map(([id, name]) => ({ id, name })),
    addSynonyms: (name, synonyms) => void statements.nameTag.run({ id: tagId(name), synonyms: synonyms.join('\n') }),
    forget: () => {
      cache = null
    },
  }
}

const prepareStatements = (db: Db) => ({
  addTag: db.prepare<[string, string]>('INSERT INTO tags (key, name) VALUES (?, ?)'),
  addTagText: db.prepare<[number, string]>("INSERT INTO tag_text (rowid, name, synonyms) VALUES (?, ?, '')"),
  nameTag: db.prepare<[{ id: number; synonyms: string }]>('UPDATE tag_text SET synonyms = @synonyms WHERE rowid = @id'),
  addConcept: db.prepare<[string, string | null]>('INSERT INTO concepts (concept, synset_id) VALUES (?, ?)'),
  addCategory: db.prepare<[string, string]>('INSERT INTO categories (categorizer, name) VALUES (?, ?)'),
})
type Statements = ReturnType<typeof prepareStatements>

const categoryKey = (categorizer: string, name: string) => `${categorizer}/${name}`

function addTag({ addTag: add, addTagText }: Statements, known: Known, name: string): number {
  const shown = name.normalize('NFC').trim()
  const id = Number(add.run(tagKey(name), shown).lastInsertRowid)
  addTagText.run(id, shown)
  known.tagIds.set(tagKey(name), id)
  known.tagNames.set(id, shown)
  return id
}

function addConcept({ addConcept: add }: Statements, known: Known, concept: string, synsetId: string | undefined): number {
  const id = Number(add.run(concept, synsetId ?? null).lastInsertRowid)
  known.concepts.set(concept, id)
  return id
}

function addCategory({ addCategory: add }: Statements, known: Known, categorizer: string, name: string): number {
  const id = Number(add.run(categorizer, name).lastInsertRowid)
  known.categoryIds.set(categoryKey(categorizer, name), id)
  known.categories.set(id, { categorizer, name })
  return id
}

function loadKnown(db: Db): Known {
  const tags = db.prepare<[], { id: number; key: string; name: string }>('SELECT id, key, name FROM tags').all()
  const concepts = db.prepare<[], { id: number; concept: string }>('SELECT id, concept FROM concepts').all()
  const categories = db.prepare<[], { id: number; categorizer: string; name: string }>('SELECT id, categorizer, name FROM categories').all()
  return {
    tagIds: new Map(tags.map(tag => [tag.key, tag.id])),
    tagNames: new Map(tags.map(tag => [tag.id, tag.name])),
    concepts: new Map(concepts.map(each => [each.concept, each.id])),
    categoryIds: new Map(categories.map(each => [categoryKey(each.categorizer, each.name), each.id])),
    categories: new Map(categories.map(({ id, categorizer, name }) => [id, { categorizer, name }])),
  }
}
