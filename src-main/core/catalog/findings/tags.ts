import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import { encodeEntry } from '../codecs/entries.ts'
import type { ListColumn } from '../columns/column.ts'
import { replaceTags, shownTagsOf, tagsOf } from '../tags/photo-tags.ts'
import type { Finding } from './finding.ts'

/**
 * Tags in `photo_tags`, beside those that the person, the file and custom classifiers give. Those that the person took
 * off stay off.
 */
export const tags = {
  step: 'tags',
  isDenormalised: true,
  isFound: ({ tags }) => tags !== undefined,
  save: (context, photoId, { tags }, source) => {
    if (!tags) return
    const kept = tags
      .filter((tag) => tag.confidence > LOWEST_CONFIDENCE)
      .map((tag) => ({ ...tag, concept: tag.concept || undefined }))
    replaceTags(context, photoId, ['engine', 'remote'], kept, source)
  },
  detail: ({ db, names, language }, photoId) => ({
    tags: tagsOf(db, photoId, (concept, name) => names.conceptLabel(concept, name, language)),
  }),
  checks: [
    {
      problem: 'photos have tags that the search does not know',
      sql: `SELECT p.id FROM photos p LEFT JOIN packs k ON k.photo_id = p.id
        WHERE coalesce(k.tag_count, 0) <> (SELECT count(DISTINCT t.tag_id) FROM photo_tags t WHERE t.photo_id = p.id
          AND NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = t.photo_id AND r.tag_id = t.tag_id))`,
      repair: { done: 'are found by them again', run: ({ renewRow }, ids) => ids.forEach(renewRow) },
    },
  ],
} satisfies Finding

/** Shown tags of every photo: ids of `tags` with their confidence. */
export const tagList: ListColumn = {
  perPhoto: 20,
  read: (db, photoId) => shownTagsOf(db, photoId).map(({ id, confidence }) => encodeEntry(id, confidence)),
}
