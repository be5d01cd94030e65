import type { Language } from '../../contract/analysis/language.ts'
import type { FoundTag } from '../../contract/analysis/tag.ts'

/** A picture's content vector, and the model it comes from; null where no model makes one. */
export type PictureVector = { modelId: string; vector: Float32Array }

/** Names in other languages; `openNames` of the vocabulary fits. */
export type NamesPort = { nameOf(id: string, language: Language): { text: string; isFallback: boolean } }

/**
 * A tag or category that does not come from the engine: from a custom classifier, or added by feedback. `concept` where
 * it is one of the vocabulary.
 */
export type CustomTag = { name: string; confidence: number; concept?: string }

/** Custom taggers, as the interface calls them. */
export type TaggersPort = {
  /** The model that a tagger was taught with, by which it is asked; null for a tagger that is not there. */
  modelOf(taggerId: string): string | null | Promise<string | null>
  tag(taggerId: string, picture: PictureVector): readonly CustomTag[] | Promise<readonly CustomTag[]>
}

type Listed = { id: string; title: string; labels: readonly string[] }

/** Custom categorizers, beside the three that come with the program. */
export type CategorizersPort = {
  /** The model that a categorizer was taught with, by which it is asked; null for one that is not there. */
  modelOf(categorizerId: string): string | null | Promise<string | null>
  list(): readonly Listed[] | Promise<readonly Listed[]>
  rate(categorizerId: string, picture: PictureVector): readonly CustomTag[] | Promise<readonly CustomTag[]>
}

/** Feedback on earlier tags, kept by index; a `FeedbackController` fits. */
export type FeedbackPort = {
  /** The tags as the feedback of one index changes them, with those that it adds. */
  use(
    tags: readonly FoundTag[],
    picture: PictureVector,
    index: string,
  ): readonly (FoundTag | CustomTag)[] | Promise<readonly (FoundTag | CustomTag)[]>
  /** Remembers the result for a day; the id under which feedback on it can be given. */
  accept(result: { embedding: PictureVector; tags: readonly FoundTag[] }, index: string): string | Promise<string>
}

/** The custom classifiers and the feedback of one owner of pictures. */
export type OwnerPorts = { taggers?: TaggersPort; categorizers?: CategorizersPort; feedback?: FeedbackPort }
