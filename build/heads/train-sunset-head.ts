/**
 * Trains the head that knows sunsets, with freely licensed pictures of sunsets (`sunset-pictures.json` names each with
 * its package and licence) and the even rows of the labelled features: streets, buildings, forests, things and pets
 * (seas, glaciers and mountains are left out, since some lie in evening light).
 *
 * node build/heads/train-sunset-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { join } from 'node:path'
import { readFeatures } from './labelled-features.ts'
import { readPictureFeatures } from './picture-features.ts'
import { trainHeadOfKinds, type Example } from './train-head-of-kinds.ts'

/** How often each counts: rows are of scenes and things alone, and many more; sunsets are few. */
const [PHOTO_COUNTS, SUNSET_COUNTS] = [4, 8]
const MAY_SHOW_SUNSET = ['sea', 'glacier', 'mountain']

const [photos, modelsDir, features, out] = process.argv.slice(2)
if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
const { items, rows } = readFeatures(features)
const otherRows = rows
  .filter((_, n) => n % 2 === 0 && !MAY_SHOW_SUNSET.includes(items[n]!.label))
  .map((row) => ({ row, isShown: false }))
const pictures = readPictureFeatures(join(import.meta.dirname, 'sunset-pictures.json'))
const repeat = (examples: readonly Example[], count: number) => Array.from({ length: count }, () => examples).flat()
await trainHeadOfKinds(
  { photos, modelsDir, out },
  {
    shows: 'sunset',
    labels: 'kinds-sunsets.json',
    fitOn: (even) => [
      ...otherRows,
      ...repeat(
        even.filter(({ isShown }) => !isShown),
        PHOTO_COUNTS,
      ),
      ...repeat(
        [...pictures.map((row) => ({ row, isShown: true })), ...even.filter(({ isShown }) => isShown)],
        SUNSET_COUNTS,
      ),
    ],
  },
)
