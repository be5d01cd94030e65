import type { PhotoTag } from '../../../contract/library/photo.ts'
import type { Db } from '../database/connection.ts'
import type { Context } from '../context/context.ts'

/** How sources are written in the catalogue. */
export const SOURCE = { engine: 0, remote: 1, person: 2, file: 3 } as const
export type SourceNumber = (typeof SOURCE)[keyof typeof SOURCE]
const sourceNames = ['engine', 'remote', 'person', 'file', 'learned'] as const

export type NewTag = {
  name: string
  confidence: number
  concept?: string
  synset_id?: string
  names?: readonly string[]
}

const LONGEST_TAG = 200

/** Replaces a photo's tags of some sources; the caller renews the pack. Returns whether there were or are any. */
export function replaceTags(
  context: Pick<Context, 'db' | 'vocabulary'>,
  photoId: number,
  sources: readonly SourceNumber[],
  tags: readonly NewTag[],
  source: SourceNumber,
): boolean {
  const { db, vocabulary } = context
  const remove = db.prepare<[number, number]>('DELETE FROM photo_tags WHERE photo_id = ? AND source = ?')
  const insert = db.prepare(
    `INSERT INTO photo_tags (photo_id, tag_id, source, confidence, concept_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET confidence = excluded.confidence, concept_id = excluded.concept_id WHERE excluded.confidence > confidence`,
  )
  const removed = sources.map((each) => remove.run(photoId, each).changes).reduce((sum, count) => sum + count, 0)
  for (const tag of tags) {
    const name = tag.name.trim().slice(0, LONGEST_TAG)
    if (name === '') continue
    const conceptId = tag.concept === undefined ? null : vocabulary.conceptId(tag.concept, tag.synset_id)
    const tagId = vocabulary.tagId(name, tag.concept)
    if (conceptId === null && tag.names && vocabulary.tagConcept(tagId) === null) vocabulary.setWords(tagId, tag.names)
    insert.run(photoId, tagId, source, tag.confidence, conceptId)
  }
  return removed > 0 || tags.length > 0
}

type TagRow = { name: string; concept: string | null; confidence: number; source: number; synset_id: string | null }

/**
 * A photo's tags, the surest first; a tag from several sources shows once, as the person's or the file's before the
 * engine's.
 */
export function tagsOf(db: Db, photoId: number, labelOf: (concept: string, name: string) => string): PhotoTag[] {
  const rows = db
    .prepare<[number], TagRow>(
      `SELECT t.name, t.concept, pt.confidence, pt.source, c.synset_id FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id LEFT JOIN concepts c ON c.id = pt.concept_id
       WHERE pt.photo_id = ? AND NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = pt.photo_id AND r.tag_id = pt.tag_id)
       ORDER BY pt.confidence DESC, pt.source = ${SOURCE.person} DESC, pt.source DESC, t.name`,
    )
    .all(photoId)
  const found = new Map<string, PhotoTag>()
  for (const { name, concept, confidence, source, synset_id } of rows) {
    const shown = found.get(name) ?? {
      name,
      label: concept === null ? name : labelOf(concept, name),
      confidence,
      source: sourceNames[source] ?? 'engine',
    }
    found.set(name, synset_id === null ? shown : { ...shown, synset_id })
  }
  return [...found.values()]
}
