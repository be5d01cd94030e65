import { z } from 'zod'

/**
 * The source of a tag: the local engine, a remote service, the person, or metadata in the file. A custom classifier
 * only makes suggestions; a suggestion becomes a tag of the person when they accept it.
 */
export const TagSource = z.enum(['engine', 'remote', 'person', 'file'])
export type TagSource = z.infer<typeof TagSource>

/**
 * A tag that an engine found. `confidence` says how likely it is: a calibrated percentage above 7 and at most 100. A
 * tag that is too uncertain for a window has `keptAs` as well.
 */
export const FoundTag = z.object({
  /** Stable id of the concept in the vocabulary, such as `dog`; empty if a service's tag is not in the vocabulary. */
  concept: z.string(),
  /** English name of the concept: the word that a photographer would search for. */
  name: z.string(),
  confidence: z.number().min(0).max(100),
  /** The lower percentage, below the display threshold, that a library keeps so that its window does not show it. */
  keptAs: z.number().min(0).max(100).optional(),
  /** What found it: `objects`, `classifier`, `faces`, `scene`, `colors`, `parents`, `kind` or `service`. */
  origin: z.string(),
  /** WordNet 3.0 synset, such as `n02084071`, if the concept has one. */
  synset_id: z.string().optional(),
  /** Concept ids of the broader concepts, nearest first. */
  parents: z.array(z.string()).optional(),
  /** Names in other languages of a tag without a concept; searches use them. */
  names: z.array(z.string()).optional(),
})
export type FoundTag = z.infer<typeof FoundTag>

/** The percentage that a library keeps of a tag, and by which its window decides whether to show it. */
export const keptConfidence = ({ confidence, keptAs }: Pick<FoundTag, 'confidence' | 'keptAs'>): number =>
  keptAs ?? confidence

/** The tag for a window that goes by how likely it is. */
export function withoutKept(tag: FoundTag): FoundTag {
  const { keptAs: _, ...rest } = tag
  return rest
}

/** A window shows tags from this percentage on, unless the person chooses another. */
export const DISPLAY_THRESHOLD = 20

/** Tags at or below this confidence are never kept or returned. */
export const LOWEST_CONFIDENCE = 7
