import { type Bits, forEachBit, hasBit, intersect, setBit, unite } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { tagList } from '../findings/tags.ts'
import { foldersBelow } from '../folders/folders-below.ts'
import { withEntries } from './entries.ts'
import type { Filter, FilterContext, FilterSource } from './filter.ts'
import { folderColumn } from './folder.ts'

const MAX_KEPT = 32

/**
 * Free text: every word must begin a word of the photo's names, metadata, folders or tags. Tags are also found by what
 * they are called in English and in the person's language, and, where a word means nothing in these, by whole words of
 * any other language.
 */
export function createTextFilter({ db }: FilterContext) {
  const names = new NameSearch(db)
  return {
    fields: ['text'],
    columns: [folderColumn],
    keep: (photos, { text = '' }, source) => {
      for (const word of wordsOf(text)) {
        const found = names.find(source.index, `${quoted(word)} *`).slice()
        const tags = tagsNamed(source, word)
        if (tags.size > 0) unite(found, withEntries(source.index, source.index.lists(tagList), tags, source.minLevel))
        intersect(photos, found)
      }
    },
  } satisfies Filter
}

function tagsNamed({ context: { db, names, vocabulary }, language }: FilterSource, word: string): Set<number> {
  const inTags = db.prepare<[string], number>('SELECT rowid FROM tag_text WHERE tag_text MATCH ?').pluck()
  const { concepts, isWord } = names.beginning(word, language)
  const elsewhere = isWord ? [] : inTags.all(`synonyms : ${quoted(word)}`)
  return new Set([...inTags.all(`name : ${quoted(word)} *`), ...vocabulary.tagsOfConcepts(concepts), ...elsewhere])
}

/**
 * Photos by the words of their names, metadata and folders. Answers are kept until one of these changes, since a person
 * types letter by letter.
 */
class NameSearch {
  readonly #db: FilterContext['db']
  readonly #kept = new Map<string, { textVersion: number; slots: number; found: Bits }>()

  constructor(db: FilterContext['db']) {
    this.#db = db
  }

  /** `term` is in the language of full-text queries. */
  find(index: PhotoIndex, term: string): Bits {
    const { textVersion, slots } = index
    const kept = this.#kept.get(term)
    if (kept && kept.textVersion === textVersion && kept.slots === slots) return kept.found
    const found = this.#search(index, term)
    this.#kept.delete(term)
    this.#kept.set(term, { textVersion, slots, found })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }

  #search(index: PhotoIndex, term: string): Bits {
    const found = index.noSlots()
    for (const id of this.#match('photo_text', term)) {
      const { slot, isThere } = index.find(id)
      if (isThere) setBit(found, slot)
    }
    addFolders(index, found, foldersBelow(this.#db, this.#match('folder_text', term)))
    return found
  }

  #match(table: 'photo_text' | 'folder_text', term: string): number[] {
    return this.#db.prepare<[string], number>(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).pluck().all(term)
  }
}

/** Adds the photos that lie directly in one of the folders. */
function addFolders(index: PhotoIndex, found: Bits, folders: ReadonlySet<number>) {
  if (folders.size === 0) return
  const folderOf = index.values(folderColumn)
  forEachBit(index.live, (slot) => {
    if (!hasBit(found, slot) && folders.has(folderOf[slot] ?? 0)) setBit(found, slot)
  })
}

/**
 * Words without a letter or number have nothing to match and are passed over. Klingon letters lie where Unicode leaves
 * the use to others.
 */
const wordsOf = (text: string) => [
  ...new Set(
    text
      .replaceAll('\0', ' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word)),
  ),
]

/** As a full-text string: nothing a person types is syntax. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
