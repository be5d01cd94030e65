/**
 * Trains the head that knows trees, with some rows of the labelled features: forests against seas, glaciers and things
 * inside.
 *
 * node build/heads/train-tree-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readFeatures } from './labelled-features.ts'
import { trainHeadOfKinds } from './train-head-of-kinds.ts'

/** Only every such row of the features is used, so that the photos weigh more. */
const EVERY_ROW = 20
const WITHOUT_TREES = ['sea', 'glacier', 'cassette player', 'French horn']

const [photos, modelsDir, features, out] = process.argv.slice(2)
if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
const { items, rows } = readFeatures(features)
const ofRows = items.flatMap(({ label }, n) =>
  n % EVERY_ROW === 0 && (label === 'forest' || WITHOUT_TREES.includes(label))
    ? [{ row: rows[n]!, isShown: label === 'forest' }]
    : [],
)
await trainHeadOfKinds(
  { photos, modelsDir, out },
  { shows: 'tree', labels: 'kinds-trees.json', fitOn: (even) => [...even, ...ofRows] },
)
