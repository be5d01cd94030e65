import { ratePersonal } from '../../src-main/analysis/categories/rate-personal.ts'
import { readPixels } from '../../src-main/analysis/tags/pixel-statistics.ts'
import { openSceneHead, readScene } from '../../src-main/analysis/tags/scene-head.ts'
import { openVocabulary } from '../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { averagePrecision } from './average-precision.ts'
import { figure, mean, type Figure } from './figures.ts'
import { openFeatures } from './taggers.ts'

/** Labels of the features that belong to a category of `personal_photos`. */
const truths: Readonly<Record<string, readonly string[]>> = {
  'nature landscape': ['forest', 'glacier', 'mountain'],
  'beaches seaside': ['sea'],
  'streetview architecture': ['buildings', 'street', 'church'],
}
const MIN_CONFIDENCE = 50

/**
 * The scene head's results alone for three categories on the odd rows of the labelled features, scenes, single objects
 * and pets together.
 */
export function evaluateSceneCategories(): Figure[] {
  const data = openFeatures()
  if (data === null) return []
  const [head, vocabulary] = [openSceneHead(resourcesDir), openVocabulary(resourcesDir)]
  const pixels = readPixels({ width: 2, height: 2, data: new Uint8Array(12).fill(128) })
  const odd = [...data.rows.keys()].filter((n) => n % 2 === 1)
  const rated = odd.map((n) => {
    const scenes = head.score(data.rows[n]!)
    return new Map(
      ratePersonal(
        { evidence: readScene(scenes), scenes, faces: [], areas: new Map(), statistics: pixels, width: 1, height: 1 },
        vocabulary,
      ).map(({ name, confidence }) => [name, confidence]),
    )
  })
  const rows = Object.entries(truths).map(([category, labels]) => {
    const isRight = odd.map((n) => labels.includes(data.items[n]!.label))
    const scores = rated.map((row) => row.get(category) ?? 0)
    const assigned = scores.flatMap((score, n) => (score >= MIN_CONFIDENCE ? [isRight[n]!] : []))
    const hits = assigned.filter(Boolean).length
    return {
      category,
      ap: averagePrecision(scores, isRight),
      precision: hits / Math.max(1, assigned.length),
      recall: hits / isRight.filter(Boolean).length,
    }
  })
  const line = (what: string, key: 'ap' | 'precision' | 'recall') =>
    figure(
      `personal_photos by scene alone, 3 categories, odd rows of features: ${what}`,
      'standard',
      mean(rows.map((row) => row[key])),
      { note: rows.map((row) => `${row.category} ${row[key].toFixed(2)}`).join(', ') },
    )
  return [
    line('mean AP', 'ap'),
    line('precision of what is said with 50', 'precision'),
    line('recall of what is said with 50', 'recall'),
  ]
}

if (import.meta.main) console.table(evaluateSceneCategories())
