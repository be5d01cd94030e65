/**
 * Trains the head that distinguishes photos taken outdoors, with some rows of the labelled features: scenes are
 * outdoors, cassette players and French horns are not.
 *
 * node build/heads/train-outdoors-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readFeatures } from './labelled-features.ts'
import { trainHeadOfKinds } from './train-head-of-kinds.ts'

/** Only every such row of the features is used, so that the photos weigh more. */
const EVERY_SCENE = 20
const EVERY_THING = 6
const THINGS_INSIDE = /cassette|horn/i

const [photos, modelsDir, features, out] = process.argv.slice(2)
if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
const { items, rows } = readFeatures(features)
const ofRows = items.flatMap(({ set, label }, n) => {
  if (set === 'scenes' && n % EVERY_SCENE === 0) return [{ row: rows[n]!, isShown: true }]
  return THINGS_INSIDE.test(label) && n % EVERY_THING === 0 ? [{ row: rows[n]!, isShown: false }] : []
})
await trainHeadOfKinds(
  { photos, modelsDir, out },
  { shows: 'outdoors', labels: 'kinds-settings.json', fitOn: (even) => [...even, ...ofRows] },
)
