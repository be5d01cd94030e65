import type { Language } from '../../contract/analysis/language.ts'
import type { FoundTag } from '../../contract/analysis/tag.ts'

/** A picture's content vector, and the model it comes from; null where no model makes one. */
export type PictureVector = { modelId: string; vector: Float32Array }

/** Names in other languages; `openNames` of the vocabulary fits. */
export type NamesPort = { nameOf(id: string, language: Language): { text: string; isFallback: boolean } }

/** Taggers that people taught. */
export type TaggersPort = {
  has(taggerId: string): boolean | Promise<boolean>
  /** Tags by this tagger alone; `origin` says so. */
  tag(taggerId: string, picture: PictureVector): readonly FoundTag[] | Promise<readonly FoundTag[]>
}

/** Categorizers that people taught, beside the three that come with the program. */
export type CategorizersPort = {
  list(): readonly { id: string; title: string; labels: readonly string[] }[] | Promise<readonly { id: string; title: string; labels: readonly string[] }[]>
  rate(categorizerId: string, picture: PictureVector): readonly { name: string; confidence: number }[] | Promise<readonly { name: string; confidence: number }[]>
}

/** What people said about earlier tags, kept by index. */
export type FeedbackPort = {
  /** The tags as the feedback of these indexes changes them. */
  apply(tags: readonly FoundTag[], picture: PictureVector, indexes: readonly string[]): readonly FoundTag[] | Promise<readonly FoundTag[]>
  /** Remembers the picture and its tags for a day; the id under which feedback can be given. */
  accept(tags: readonly FoundTag[], picture: PictureVector, indexes: readonly string[]): string | Promise<string>
}
