import { say } from '../../../../contract/sentences/say.ts'
import { keptConfidence, LOWEST_CONFIDENCE } from '../../../../contract/analysis/tag.ts'
import { encodeEntry } from '../../../catalog/codecs/entries.ts'
import type { ListColumn } from '../../../search/columns/column.ts'
import { replaceTags, othersTagsOf, tagsOf } from '../../../keywords/rows/tags/photo-tags.ts'
import type { Finding } from './finding.ts'

/**
 * Tags in `photo_tags`, beside those of the file; the person's are in `person_tags`. What the person removed stays
 * removed.
 */
export const tags = {
  step: 'tags',
  isDenormalised: true,
  isFound: ({ tags }) => tags !== undefined,
  save: (context, photoId, { tags }, source) => {
    if (!tags) return
    const kept = tags
      .map((tag) => ({ ...tag, confidence: keptConfidence(tag), concept: tag.concept || undefined }))
      .filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
    replaceTags(context, photoId, ['engine', 'remote'], kept, source)
  },
  detail: ({ db, names, language, peopleWords }, photoId) => ({
    tags: tagsOf(db, photoId, {
      labelOf: (concept, name) => names.conceptLabel(concept, name, language),
      isListedLast: names.isListedLast,
      peopleWords,
    }),
  }),
  checks: [
    {
      problem: (photos, ids) => say('doctor.unknownTags', { photos, ids }),
      sql: `SELECT p.id FROM photos p LEFT JOIN packs k ON k.photo_id = p.id
        WHERE coalesce(k.tag_count, 0) <> (SELECT count(DISTINCT t.tag_id) FROM photo_tags t WHERE t.photo_id = p.id)`,
      repair: {
        done: (photos) => say('repairs.tagsRenewed', { photos }),
        run: ({ renewRow }, ids) => ids.forEach(renewRow),
      },
    },
  ],
} satisfies Finding

/**
 * Shown tags of every photo: ids of `tags` with their confidence. The person's changes are not included; they are
 * applied on top (`search/rows/live-index.ts`).
 */
export const tagList: ListColumn = {
  perPhoto: 20,
  read: (db, photoId) => othersTagsOf(db, photoId).map(({ id, confidence }) => encodeEntry(id, confidence)),
}
