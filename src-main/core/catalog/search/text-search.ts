import type { Db } from '../database/connection.ts'
import { type Bits, forEachBit, hasBit, makeBits, setBit, unite } from './bits.ts'
import { findSlot } from './columns.ts'
import type { PhotoIndex } from './photo-index.ts'
import { foldersBelow } from './folder-filter.ts'
import { withTags } from './tag-filter.ts'

const MOST_KEPT = 32

/** Free text: every word must begin a word of the photo's names, metadata, folders or tags. */
export type TextSearch = { match(index: PhotoIndex, text: string, leastLevel: number): Bits[] }

export function createTextSearch(db: Db): TextSearch {
  const inPhotos = db.prepare<[string], number>('SELECT rowid FROM photo_text WHERE photo_text MATCH ?').pluck()
  const inTags = db.prepare<[string], number>('SELECT rowid FROM tag_text WHERE tag_text MATCH ?').pluck()
  const inFolders = db.prepare<[string], number>('SELECT rowid FROM folder_text WHERE folder_text MATCH ?').pluck()
  const kept = new Map<string, { textVersion: number; slots: number; bits: Bits }>()

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
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return bits
  }

  return {
    match: (index, text, leastLevel) =>
      termsOf(text).map(term => {
        const bits = matchNames(index, term).slice()
        const tags = inTags.all(term)
        if (tags.length > 0) unite(bits, withTags(index, new Set(tags), leastLevel))
        return bits
      }),
  }
}

function addFolders({ columns }: PhotoIndex, bits: Bits, folders: ReadonlySet<number>) {
  if (folders.size === 0) return
  forEachBit(columns.live, slot => {
    if (!hasBit(bits, slot) && folders.has(columns.folder[slot] ?? 0)) setBit(bits, slot)
  })
}

/**
 * Each word as a quoted full-text string with a prefix mark: nothing a person types is syntax. Words without a letter or
 * number have nothing to match and are passed over.
 */
function termsOf(text: string): string[] {
  const words = text.replaceAll('\0', ' ').split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].map(word => `"${word.replaceAll('"', '""')}"*`)
}
