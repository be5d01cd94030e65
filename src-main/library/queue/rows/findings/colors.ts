import type { Colors } from '../../../../contract/analysis/color.ts'
import { encodeColor } from '../../../catalog/codecs/entries.ts'
import { decodeVector, encodeVector } from '../../../../base/sqlite/vector-blob.ts'
import type { ListColumn } from '../../../search/columns/column.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { decodeColors, encodeColors } from './colors-codec.ts'
import type { Finding } from './finding.ts'
import { type PhotoVector, readInPages } from './read-in-pages.ts'

/** Colours of a photo in `colors`, and the signature that finds similar ones in `color_vectors`. */
export const colors = {
  step: 'colors',
  isDenormalised: true,
  isFound: ({ colors }) => colors !== undefined,
  save: ({ db }, photoId, { colors, colorVector }) => {
    if (colors)
      db.prepare('INSERT OR REPLACE INTO colors (photo_id, data) VALUES (?, ?)').run(photoId, encodeColors(colors))
    if (colorVector)
      db.prepare('INSERT OR REPLACE INTO color_vectors (photo_id, vector) VALUES (?, ?)').run(
        photoId,
        encodeVector(colorVector),
      )
  },
  detail: ({ db, names, language }, photoId) => {
    const kept = colorsOf(db, photoId)
    return { colors: kept, colorLabels: labelParents(kept, (parent) => names.colorLabel(parent, language)) }
  },
} satisfies Finding

/** Main colours of every photo. */
export const colorList: ListColumn = {
  perPhoto: 5,
  read: (db, photoId) => colorsOf(db, photoId)?.image_colors.map(encodeColor) ?? [],
}

function colorsOf(db: Db, photoId: number): Colors | null {
  const data = db.prepare<[number], string>('SELECT data FROM colors WHERE photo_id = ?').pluck().get(photoId)
  return data === undefined ? null : decodeColors(data)
}

/** English names of the base colours of a picture. */
function labelParents(kept: Colors | null, labelOf: (parent: string) => string): Record<string, string> {
  if (kept === null) return {}
  const all = [...kept.image_colors, ...kept.foreground_colors, ...kept.background_colors]
  const parents = new Set(all.map((color) => color.closest_palette_color_parent))
  return Object.fromEntries([...parents].map((parent) => [parent, labelOf(parent)]))
}

/** The colour signature of every photo that has one, by ascending id. */
export const readColorVectors = (db: Db): Generator<PhotoVector> => {
  const select = db.prepare<[number, number], { id: number; vector: Buffer }>(
    'SELECT photo_id AS id, vector FROM color_vectors WHERE photo_id > ? ORDER BY photo_id LIMIT ?',
  )
  return readInPages((after, limit) => select.all(after, limit), decodeVector)
}
