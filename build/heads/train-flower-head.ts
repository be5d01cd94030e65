/**
 * Trains the head that knows flowers. Those of `kinds` come from Caltech-101 (CC BY 4.0); the classifier has a class
 * for daisies and hardly another flower.
 *
 * node build/heads/train-flower-head.ts ../shared/photos/kinds ../shared/models OUT.json
 */
import { trainHeadOfKinds } from './train-head-of-kinds.ts'

const [photos, modelsDir, out] = process.argv.slice(2)
if (!photos || !modelsDir || !out) throw new Error('Usage: see the head of this file.')
await trainHeadOfKinds(
  { photos, modelsDir, out },
  { shows: 'flower', labels: 'kinds-flowers.json', fitOn: (even) => even },
)
