import { LOWEST_CONFIDENCE, type FoundTag } from '../../contract/analysis/tag.ts'

/** What is seen itself; anything else follows from it or describes the picture. */
const seenOrigins: ReadonlySet<string> = new Set(['objects', 'classifier', 'faces', 'scene'])
/** What a parent of the main object keeps of its confidence, at most. */
const PARENT_SHARE = 0.9

/**
 * Settles how parents stand beside their kinds. Decreased, every broader concept of the main recognised object is below
 * it; otherwise a
 * broader concept is as certain as the surest of its kinds. Sorted again by falling confidence.
 */
export function settleParents(tags: readonly FoundTag[], isDecreased: boolean): FoundTag[] {
  const settled = isDecreased ? lowerParents(tags) : raiseParents(tags)
  return settled.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE).sort(byConfidence)
}

/**
 * By falling confidence; of equal ones the narrower first, then in the order of their ids, so that the order is always
 * the same.
 */
export function byConfidence(a: FoundTag, b: FoundTag): number {
  return (
    b.confidence - a.confidence ||
    (b.parents?.length ?? 0) - (a.parents?.length ?? 0) ||
    (a.concept < b.concept ? -1 : a.concept > b.concept ? 1 : 0)
  )
}

/** The surest thing that was seen and has broader concepts; a kind of it that is nearly as sure is meant instead. */
function findMain(tags: readonly FoundTag[]): FoundTag | undefined {
  const seen = tags.filter(({ origin, parents }) => seenOrigins.has(origin) && (parents?.length ?? 0) > 0)
  const isParent = (tag: FoundTag) =>
    seen.some((other) => other.confidence >= tag.confidence * PARENT_SHARE && other.parents?.includes(tag.concept))
  return [...seen].sort(byConfidence).find((tag) => !isParent(tag))
}

function lowerParents(tags: readonly FoundTag[]): FoundTag[] {
  const main = findMain(tags)
  if (!main) return [...tags]
  const most = Math.floor(main.confidence * PARENT_SHARE * 100) / 100
  return tags.map((tag) =>
    main.parents!.includes(tag.concept) ? { ...tag, confidence: Math.min(tag.confidence, most) } : tag,
  )
}

function raiseParents(tags: readonly FoundTag[]): FoundTag[] {
  const surest = new Map<string, number>()
  for (const { parents = [], confidence } of tags)
    for (const parent of parents) surest.set(parent, Math.max(surest.get(parent) ?? 0, confidence))
  return tags.map((tag) => ({ ...tag, confidence: Math.max(tag.confidence, surest.get(tag.concept) ?? 0) }))
}
