import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { needsHead, sceneryConcepts } from './name-scenery.ts'
import { basicColors } from './pixel-statistics.ts'
import { lookConcepts, placeConcepts } from './read-look.ts'
import { roomConcepts } from './read-rooms.ts'
import { smileConcept } from './read-smile.ts'
import { sportConcepts } from './read-sports.ts'
import { waterConcept } from './read-water.ts'
import { whoConcepts } from './read-who.ts'
import { flowerConcept, sceneConcepts } from './scene-head.ts'

/** The source of a concept. `parents`: it follows only from narrower ones. */
export type FoundBy =
  | 'objects'
  | 'classifier'
  | 'scene head'
  | 'faces'
  | 'rooms'
  | 'scenery'
  | 'sports'
  | 'pixels'
  | 'look of places'
  | 'parents'

const counts = ['person', 'one-person', 'two-people', 'group', 'crowd', 'portrait']
const kinds = [
  'panorama',
  'black-and-white',
  'sepia',
  'night',
  'low-key',
  'document',
  'screenshot',
  'sunset',
  'macro',
] as const

/** What the bundled models cannot name like this: they include neither a classifier nor the heads' embedding. */
const needsStandard: readonly string[] = ['macro', ...needsHead]
const standardOnly: readonly FoundBy[] = ['classifier', 'scene head']
const bundledOnly: readonly FoundBy[] = ['look of places']

/**
 * Every concept that a set of models can name, with all its sources. The engine never names a concept that is missing
 * here for the standard set.
 */
export function nameableConcepts(
  vocabulary: Vocabulary,
  models: 'standard' | 'bundled' = 'standard',
): Map<string, FoundBy[]> {
  const found = new Map<string, FoundBy[]>()
  const add = (ids: Iterable<string>, by: FoundBy) => {
    if ((models === 'bundled' ? standardOnly : bundledOnly).includes(by)) return
    const isLess = models === 'bundled' && by !== 'parents' && by !== 'look of places'
    for (const id of ids) if (!isLess || !needsStandard.includes(id)) found.set(id, [...(found.get(id) ?? []), by])
  }
  const all = [...vocabulary.all()]
  const idsOf = (some: typeof all) => some.map(({ id }) => id)
  add(idsOf(all.filter(({ coco }) => coco !== undefined)), 'objects')
  add(idsOf(all.filter(({ imagenet }) => imagenet.length > 0)), 'classifier')
  add([...sceneConcepts, flowerConcept, waterConcept, 'sunset', 'tree'], 'scene head')
  add([waterConcept], 'objects')
  add([...whoConcepts, smileConcept, ...counts], 'faces')
  add(roomConcepts, 'rooms')
  add(sceneryConcepts, 'scenery')
  add(sportConcepts, 'sports')
  add([...kinds, ...basicColors, ...lookConcepts], 'pixels')
  add(placeConcepts, 'look of places')
  const parents = new Set([...found.keys()].flatMap((id) => idsOf([...vocabulary.ancestors(id)])))
  add(
    [...parents].filter((id) => !found.has(id)),
    'parents',
  )
  return found
}
