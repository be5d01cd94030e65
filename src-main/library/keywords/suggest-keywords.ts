import type { KeywordSuggestion } from '../../contract/library/keywords.ts'
import { contentScale } from '../../indexes/published-distance.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { contentWords } from '../similar/likeness-scales.ts'
import type { SimilarIndexes } from '../similar/similar-indexes.ts'

export type SuggestDependencies = {
  catalog: { keywords: Pick<Catalog['keywords'], 'evidence'> }
  similar: Pick<SimilarIndexes, 'contentOf'>
}

type Source = KeywordSuggestion['sources'][number]
/** For one photo: how likely each tag is by each source, 0 to 1. */
type Scores = Map<number, Partial<Record<Source, number>>>

/** Maximum number of photos sampled, spread evenly: more would hardly change the average. */
const MAX_SAMPLED = 12
const NEIGHBOURS = 20
const ALIKE = 24
/** Less likely keywords are not worth reading. */
const MIN_LIKELIHOOD = 0.2
/** After this time the keywords of a neighbour are worth a third. */
const FADES_MS = 20 * 60 * 1000
/** Maximum weights of one neighbour, one photo with the same picture, and a finding. */
const weights = { nearby: 0.5, undated: 0.15, similar: 0.6, finding: 0.9 }
/** Weight of the prior in verdicts: a tag that was rejected once is not given up. */
const PRIOR = 2

/**
 * Keywords that may fit photos, the likeliest first: the analysis's findings, in the person's own words if a keyword or
 * a synonym matches, and keywords of photos taken nearby or with similar pictures. Keywords that all of them have, or
 * that were removed or rejected for a photo, are left out.
 */
export async function suggestKeywords(
  dependencies: SuggestDependencies,
  ids: readonly number[],
  limit: number,
): Promise<KeywordSuggestion[]> {
  const { evidence } = dependencies.catalog.keywords
  const step = Math.max(1, ids.length / MAX_SAMPLED)
  const sampled = Array.from({ length: Math.min(ids.length, MAX_SAMPLED) }, (_, at) => ids[Math.floor(at * step)]!)
  const all: Scores[] = []
  for (const id of sampled) if (evidence.isShown(id)) all.push(await scoresOf(dependencies, id))
  const tags = new Set(all.flatMap((scores) => [...scores.keys()]))
  return [...tags]
    .map((tagId) => ({ tagId, ...average(all, tagId) }))
    .map(({ tagId, score, sources }) => ({ tagId, score: score * trustIn(evidence.verdictsOn(tagId)), sources }))
    .filter(({ score }) => score >= MIN_LIKELIHOOD)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tagId, score, sources }) => ({ ...evidence.wordsOf(tagId), confidence: score * 100, sources }))
}

const trustIn = ({ accepted, rejected }: { accepted: number; rejected: number }): number =>
  (accepted + PRIOR) / (accepted + rejected + PRIOR)

function average(all: readonly Scores[], tagId: number): { score: number; sources: Source[] } {
  const each = all.map((scores) => scores.get(tagId) ?? {})
  const score = each.reduce((sum, scores) => sum + anyOf(Object.values(scores)), 0) / Math.max(1, all.length)
  return { score, sources: [...new Set(each.flatMap((scores) => Object.keys(scores) as Source[]))] }
}

/** The probability that one of several independent hints is right. */
const anyOf = (scores: readonly number[]): number => 1 - scores.reduce((none, score) => none * (1 - score), 1)

async function scoresOf(dependencies: SuggestDependencies, id: number): Promise<Scores> {
  const { evidence } = dependencies.catalog.keywords
  const scores: Scores = new Map()
  const settled = evidence.settled(id)
  const add = (tagId: number, source: Source, score: number): void => {
    if (settled.has(tagId)) return
    const known = scores.get(tagId) ?? {}
    scores.set(tagId, { ...known, [source]: anyOf([known[source] ?? 0, score]) })
  }
  for (const { tagId, confidence } of evidence.findings(id)) {
    // If the finding itself was removed or rejected, it does not suggest the keyword that it means either.
    if (!settled.has(tagId)) add(evidence.meaningOf(tagId), 'finding', (confidence / 100) * weights.finding)
  }
  const near = evidence.neighbours(id, NEIGHBOURS)
  const given = evidence.given(near.map((each) => each.id))
  for (const { id: other, apartMs } of near) {
    const weight = apartMs === null ? weights.undated : weights.nearby * Math.exp(-apartMs / FADES_MS)
    for (const tagId of given.get(other) ?? []) add(tagId, 'nearby', weight)
  }
  for (const { tags, likeness } of await alikeTo(dependencies, id))
    for (const tagId of tags) add(tagId, 'similar', weights.similar * likeness)
  return scores
}

/** Similar photos by ascending distance, with their own keywords; `likeness` is 1 for the same picture. */
async function alikeTo({ catalog, similar }: SuggestDependencies, id: number) {
  const place = await similar.contentOf(id)
  const vector = place?.index.get(id)
  if (!place || !vector) return []
  const scale = contentScale(place.modelId)
  const hits = place.index
    .search(vector, { limit: ALIKE + 1, maxDistance: scale.unpublish(contentWords.alike) })
    .filter((hit) => hit.id !== id)
  const given = catalog.keywords.evidence.given(hits.map((hit) => hit.id))
  return hits.map((hit) => ({
    tags: given.get(hit.id) ?? [],
    likeness: Math.max(0, 1 - scale.publish(hit.distance) / contentWords.alike),
  }))
}
