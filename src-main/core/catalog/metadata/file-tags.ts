import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import { levelKeysOf, tagKey } from '../vocabulary/tag-levels.ts'

/**
 * The tags that a file gives its photo: keywords with their place within others, people, and keywords that stand alone.
 * What is a level of a place is not a tag of its own: it is found by it.
 */
export function fileTagsOf({ keywords, keywordPaths, people }: PhotoMetadata): string[] {
  const levels = new Set(keywordPaths.flatMap(levelKeysOf))
  const alone = [...keywords, ...people].filter((name) => !levels.has(tagKey(name)))
  return [...keywordPaths, ...alone]
}
