import type { Context } from '../context/context.ts'
import { type Bits, forEachBit, hasBit, makeBits, setBit, unite } from '../columns/bits.ts'
import { findSlot } from '../search/columns.ts'
import type { PhotoIndex } from '../search/photo-index.ts'
import { foldersBelow } from '../folders/folders-below.ts'
import { withTags } from './tags.ts'

const MAX_KEPT = 32

/**
 * Free text: every word must begin a word of the photo's names, metadata, folders or tags. Tags are also found by what
 * they are
 * called in English and in the person's language, and, where a word means nothing in these, by whole words of any other
 * language.
 */
export type TextSearch = { match(index: PhotoIndex, text: string, leastLevel: number): Bits[] }

export function createTextSearch({
  db,
  names,
  vocabulary,
  language,
}: Pick<Context, 'db' | 'names' | 'vocabulary' | 'language'>): TextSearch {
  const inPhotos = db.prepare<[string], number>('SELECT rowid FROM photo_text WHERE photo_text MATCH ?').pluck()
  const inTags = db.prepare<[string], number>('SELECT rowid FROM tag_text WHERE tag_text MATCH ?').pluck()
  const inFolders = db.prepare<[string], number>('SELECT rowid FROM folder_text WHERE folder_text MATCH ?').pluck()
  const kept = new Map<string, { textVersion: number; slots: number; bits: Bits }>()

  function tagsNamed(word: string): Set<number> {
    const { concepts, isWord } = names.beginning(word, language())
    const elsewhere = isWord ? [] : inTags.all(`synonyms : ${quoted(word)}`)
    return new Set([...inTags.all(`name : ${quoted(word)} *`), ...vocabulary.tagsOfConcepts(concepts), ...elsewhere])
  }

  /** Names, metadata and folders: kept until one of them changes, since a person types letter by letter. */
  function matchNames(index: PhotoIndex, term: string): Bits {
    const { columns, textVersion } = index
    const found = kept.get(term)
    if (found && found.textVersion === textVersion && found.slots === columns.slots) return found.bits
    const bits = makeBits(columns.ids.length)
    for (const id of inPhotos.all(term)) {
      const { slot, isThere } = findSlot(columns, id)
      if (isThere) setBit(bits, slot)
    }
    addFolders(index, bits, foldersBelow(db, inFolders.all(term)))
    kept.delete(term)
    kept.set(term, { textVersion, slots: columns.slots, bits })
    const oldest = kept.keys().next().value
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return bits
  }

  return {
    match: (index, text, leastLevel) =>
      wordsOf(text).map((word) => {
        const bits = matchNames(index, `${quoted(word)} *`).slice()
        const tags = tagsNamed(word)
        if (tags.size > 0) unite(bits, withTags(index, tags, leastLevel))
        return bits
      }),
  }
}

function addFolders({ columns }: PhotoIndex, bits: Bits, folders: ReadonlySet<number>) {
  if (folders.size === 0) return
  forEachBit(columns.live, (slot) => {
    if (!hasBit(bits, slot) && folders.has(columns.folder[slot] ?? 0)) setBit(bits, slot)
  })
}

/**
 * Words without a letter or number have nothing to match and are passed over. Klingon letters lie where Unicode leaves
 * the use
 * to others.
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
