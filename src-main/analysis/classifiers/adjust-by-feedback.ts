import { LOWEST_CONFIDENCE } from '../../contract/analysis/tag.ts'
import type { Judgement } from '../../contract/analysis/feedback.ts'
import { dot, logistic } from '../vectors/unit-vector.ts'
import { nameKey, type Embedding } from './classifier.ts'

/** One judgement in a feedback index, with the embedding of its photo. */
export type FeedbackEntry = Judgement & { modelId: string; vector: Float32Array }

/** A tag that can be judged; other fields pass through. */
export type JudgedTag = { name: string; confidence: number; concept?: string }

/**
 * Distance (1 minus the cosine) at which feedback has exp(-1) of its weight on the same photo; beyond it, it has none.
 */
const NEAR = 0.2
const MAX_DISTANCE = 0.4
/** Maximum shift of the log-odds by feedback; feedback on the same photo shifts them by 0.76 of it. */
const MAX_SHIFT = 5
/** Log-odds from which a tag that was not found is raised. */
const ABSENT = -2
/** The highest confidence that feedback starts from and gives a tag: a judgement outweighs any certainty. */
const MAX_CONFIDENCE = 99

/**
 * Adjusts tags by earlier feedback on similar photos: tags judged right or missing rise, tags judged wrong fall. Each
 * judgement is weighted by a Gaussian kernel of its photo's distance (Nadaraya 1964); opposite ones cancel out. The
 * log-odds move by at most 5, so that confidence stays between 0 and 99 or where it was. Tags that fall to 7 or below
 * are removed. Judgements under another embedding model are ignored. The result has the highest confidence first and
 * does not depend on the order of feedback.
 */
export function adjustByFeedback<T extends JudgedTag>(
  tags: readonly T[],
  embedding: Embedding,
  entries: readonly FeedbackEntry[],
): (T | JudgedTag)[] {
  const pulls = gatherPulls(embedding, entries)
  const named = new Set<string>()
  const adjusted: (T | JudgedTag)[] = tags.map((tag) => {
    const keys = new Set([nameKey(tag.name), nameKey(tag.concept ?? tag.name)])
    const pull = [...keys].reduce((sum, key) => sum + (pulls.get(key)?.pull ?? 0), 0)
    for (const key of keys) named.add(key)
    return pull === 0 ? tag : { ...tag, confidence: moveConfidence(tag.confidence, pull) }
  })
  for (const [key, { name, pull }] of pulls) {
    if (pull > 0 && !named.has(key)) adjusted.push({ name, confidence: 100 * logistic(ABSENT + shiftOf(pull)) })
  }
  return adjusted
    .filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
}

type Pull = { name: string; pull: number }

/** Sums by tag, smallest parts first, so that the order of feedback does not matter. */
function gatherPulls(embedding: Embedding, entries: readonly FeedbackEntry[]): Map<string, Pull> {
  const parts = new Map<string, { name: string; pulls: number[] }>()
  for (const { tag, verdict, modelId, vector } of entries) {
    if (modelId !== embedding.modelId || vector.length !== embedding.vector.length) continue
    const distance = Math.max(0, 1 - dot(vector, embedding.vector))
    if (!(distance <= MAX_DISTANCE)) continue
    const known = parts.get(nameKey(tag)) ?? { name: tag, pulls: [] }
    known.pulls.push((verdict === 'wrong' ? -1 : 1) * Math.exp(-((distance / NEAR) ** 2)))
    parts.set(nameKey(tag), { name: known.name < tag ? known.name : tag, pulls: known.pulls })
  }
  return new Map(
    [...parts].map(([key, { name, pulls }]) => [
      key,
      { name, pull: pulls.sort((a, b) => a - b).reduce((sum, pull) => sum + pull, 0) },
    ]),
  )
}

const shiftOf = (pull: number): number => MAX_SHIFT * Math.tanh(pull)

function moveConfidence(confidence: number, pull: number): number {
  const chance = Math.min(MAX_CONFIDENCE, Math.max(0.01, confidence)) / 100
  const moved = 100 * logistic(Math.log(chance / (1 - chance)) + shiftOf(pull))
  return pull > 0 ? Math.max(confidence, Math.min(MAX_CONFIDENCE, moved)) : Math.min(confidence, moved)
}
