import type { Language } from '../../contract/analysis/language.ts'
import type { FoundTag } from '../../contract/analysis/tag.ts'

/** A picture's content vector and its model; null if no model makes one. */
export type PictureVector = { modelId: string; vector: Float32Array }

/** Names in other languages; `openNames` of the vocabulary fits. */
export type NamesPort = { nameOf(id: string, language: Language): { text: string; isFallback: boolean } }

/**
 * A tag or category from a custom classifier or from feedback, not from the engine. `concept` is set if the vocabulary
 * has it.
 */
export type CustomTag = { name: string; confidence: number; concept?: string }

/** Custom taggers, as the interface calls them. */
export type TaggersPort = {
  /** The model that a tagger was trained with and needs; null for an unknown tagger. */
  modelOf(taggerId: string): string | null | Promise<string | null>
  tag(taggerId: string, picture: PictureVector): readonly CustomTag[] | Promise<readonly CustomTag[]>
}

type Listed = { id: string; title: string; labels: readonly string[] }

/** Custom categorizers, beside the three built-in ones. */
export type CategorizersPort = {
  /** The model that a categorizer was trained with and needs; null for an unknown one. */
  modelOf(categorizerId: string): string | null | Promise<string | null>
  list(): readonly Listed[] | Promise<readonly Listed[]>
  rate(categorizerId: string, picture: PictureVector): readonly CustomTag[] | Promise<readonly CustomTag[]>
}

/** Feedback on earlier tags, stored by index; a `FeedbackController` fits. */
export type FeedbackPort = {
  /** Applies the feedback of one index to tags, and adds tags from it. */
  use(
    tags: readonly FoundTag[],
    picture: PictureVector,
    index: string,
  ): readonly (FoundTag | CustomTag)[] | Promise<readonly (FoundTag | CustomTag)[]>
  /** Keeps the result for a day; returns the id for feedback on it. */
  accept(result: { embedding: PictureVector; tags: readonly FoundTag[] }, index: string): string | Promise<string>
}

/** The custom classifiers and the feedback of one owner of pictures. */
export type OwnerPorts = { taggers?: TaggersPort; categorizers?: CategorizersPort; feedback?: FeedbackPort }
