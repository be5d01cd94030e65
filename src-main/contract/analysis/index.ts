import { z } from 'zod'

/** What an index compares: the content of pictures or their colours. */
export const IndexKind = z.enum(['categories', 'colors'])
export type IndexKind = z.infer<typeof IndexKind>

/** Whether a colour index compares the colours of whole pictures or of their foreground objects. */
export const FeaturesType = z.enum(['overall', 'object'])
export type FeaturesType = z.infer<typeof FeaturesType>

/** The state of a named index. Times are ISO 8601 in UTC. */
export const IndexMetadata = z.object({
  index_id: z.string(),
  kind: IndexKind,
  /** Only for the kind `categories`. */
  categorizer_id: z.string().optional(),
  model: z.string().optional().describe('The model that its pictures are described with; only beside `newer_model`.'),
  newer_model: z
    .string()
    .optional()
    .describe('A better model that is installed. A training moves the index to it while all its pictures are uploads.'),
  /** Saved entries, trained or not. */
  entries: z.int(),
  /** Entries that a search covers: those that the last training included. */
  trained_entries: z.int(),
  /** Entries added, updated or removed since the last training. */
  pending: z.int(),
  created_at: z.string(),
  /** Null before the first training. */
  trained_at: z.string().nullable(),
})
export type IndexMetadata = z.infer<typeof IndexMetadata>

const DISTANCE =
  '0 the identical picture; copies (smaller, mirrored, a border cut off) are below 0.45, pictures that have nothing to do with each other around 1.4; at most 2.'

/**
 * A page of search results by rising distance; `count` is the number of images on the page. Searches return distances
 * as the index measures them; the interface publishes them on a scale that is the same for every model.
 */
export const SimilarImages = z.object({
  count: z.int(),
  images: z.array(
    z.object({
      id: z.string(),
      distance: z.number().describe(DISTANCE),
    }),
  ),
})
export type SimilarImages = z.infer<typeof SimilarImages>
