/**
 * Trains the head that knows water, with the even rows of the labelled features: seas against streets, buildings,
 * forests, things and pets (glaciers and mountains, some of which lie at a lake, are left out).
 *
 * node build/heads/train-water-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readFeatures } from './labelled-features.ts'
import { trainHeadOfKinds } from './train-head-of-kinds.ts'

/** How often an even photo counts: the rows are of scenes and things alone, and many more. */
const PHOTO_COUNTS = 4
const MAY_SHOW_WATER = ['glacier', 'mountain']

const [photos, modelsDir, features, out] = process.argv.slice(2)
if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
const { items, rows } = readFeatures(features)
const ofRows = items.flatMap(({ label }, n) =>
  n % 2 === 0 && !MAY_SHOW_WATER.includes(label) ? [{ row: rows[n]!, isShown: label === 'sea' }] : [],
)
await trainHeadOfKinds(
  { photos, modelsDir, out },
  {
    shows: 'water',
    labels: 'kinds-water.json',
    fitOn: (even) => [...ofRows, ...Array.from({ length: PHOTO_COUNTS }, () => even).flat()],
  },
)
