import {
  DISPLAY_THRESHOLD,
  keptConfidence,
  LOWEST_CONFIDENCE,
  withoutKept,
  type FoundTag,
} from '../../contract/analysis/tag.ts'

/** Origins of direct detections; other tags follow from them or describe the picture. */
const detectedOrigins: ReadonlySet<string> = new Set(['objects', 'classifier', 'faces', 'scene'])
/** Maximum share of the main object's confidence that its parents keep. */
const PARENT_SHARE = 0.9

/**
 * Sets the confidence of parents relative to their kinds. If decreased, every broader concept of the main recognised
 * object is below it; otherwise a broader concept is as certain as the most certain of its kinds. What tags are kept as
 * is settled in the same way, apart. Sorts by falling confidence.
 */
export function settleParents(tags: readonly FoundTag[], isDecreased: boolean): FoundTag[] {
  const settle = isDecreased ? lowerParents : raiseParents
  const kept = settle(tags.map((tag) => ({ ...tag, confidence: keptConfidence(tag) })))
  const settled = settle(tags).map((tag, n) => join(tag, kept[n]!.confidence))
  return settled.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE).sort(byConfidence)
}

/** What is shown says one thing only. */
function join(tag: FoundTag, kept: number): FoundTag {
  if (kept < DISPLAY_THRESHOLD && kept < tag.confidence) return { ...tag, keptAs: kept }
  return { ...withoutKept(tag), confidence: kept }
}

/**
 * Sorts by falling confidence; ties have the narrower concept first, then the order of their ids, so that the order is
 * always the same.
 */
export function byConfidence(a: FoundTag, b: FoundTag): number {
  return (
    b.confidence - a.confidence ||
    (b.parents?.length ?? 0) - (a.parents?.length ?? 0) ||
    (a.concept < b.concept ? -1 : a.concept > b.concept ? 1 : 0)
  )
}

/**
 * The detected concept with the highest confidence that has broader concepts; a nearly equally certain kind of it wins.
 */
function findMain(tags: readonly FoundTag[]): FoundTag | undefined {
  const detected = tags.filter(({ origin, parents }) => detectedOrigins.has(origin) && (parents?.length ?? 0) > 0)
  const isParent = (tag: FoundTag) =>
    detected.some((other) => other.confidence >= tag.confidence * PARENT_SHARE && other.parents?.includes(tag.concept))
  return [...detected].sort(byConfidence).find((tag) => !isParent(tag))
}

function lowerParents(tags: readonly FoundTag[]): FoundTag[] {
  const main = findMain(tags)
  if (!main) return [...tags]
  const max = Math.floor(main.confidence * PARENT_SHARE * 100) / 100
  return tags.map((tag) =>
    main.parents!.includes(tag.concept) ? { ...tag, confidence: Math.min(tag.confidence, max) } : tag,
  )
}

function raiseParents(tags: readonly FoundTag[]): FoundTag[] {
  const surest = new Map<string, number>()
  for (const { parents = [], confidence } of tags)
    for (const parent of parents) surest.set(parent, Math.max(surest.get(parent) ?? 0, confidence))
  return tags.map((tag) => ({ ...tag, confidence: Math.max(tag.confidence, surest.get(tag.concept) ?? 0) }))
}
