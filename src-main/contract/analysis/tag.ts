import { z } from 'zod'

/**
 * Where a tag comes from: the local engine, a remote service, the person, or metadata in the file. What a custom
 * classifier says is a suggestion, and a tag of the person once they accept it.
 */
export const TagSource = z.enum(['engine', 'remote', 'person', 'file'])
export type TagSource = z.infer<typeof TagSource>

/** A tag the engine found. `confidence` is a calibrated percentage, above 7 and at most 100. */
export const FoundTag = z.object({
  /**
   * Stable id of the concept in the vocabulary, for example `dog`; empty for a service's tag that the vocabulary does
   * not know.
   */
  concept: z.string(),
  /** English name of the concept, the word a photographer would search for. */
  name: z.string(),
  confidence: z.number().min(0).max(100),
  /** What found it: `objects`, `classifier`, `faces`, `scene`, `colors`, `parents`, `kind` or `service`. */
  origin: z.string(),
  /** WordNet 3.0 synset, for example `n02084071`, where the concept has one. */
  synset_id: z.string().optional(),
  /** Concept ids of the broader concepts, nearest first. */
  parents: z.array(z.string()).optional(),
  /** Names in other languages of a tag without a concept, by which a search finds it. */
  names: z.array(z.string()).optional(),
})
export type FoundTag = z.infer<typeof FoundTag>

/** Tags at or below this confidence are never kept or returned. */
export const LOWEST_CONFIDENCE = 7
