import sharp from 'sharp'
import { colorSignature, COLOR_DIMENSIONS } from '../../src-main/analysis/colors/color-signature.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { colorDistance } from '../../src-main/indexes/distances.ts'
import { createVectorIndex } from '../../src-main/indexes/create-vector-index.ts'
import { listCoco } from './coco.ts'
import { figure, mean, type Figure } from './figures.ts'
import { isOdd, listKinds } from './kinds-photos.ts'
import { writeCopy, type Alteration } from './similar-copies.ts'

/**
 * Recall at 1 by colours among COCO's photos and `kinds` together, of altered copies of the odd photos of `kinds`.
 * Colours need no model.
 */
export async function measureColorsAmongKinds(alterations: readonly Alteration[], file: string): Promise<Figure[]> {
  const kinds = listKinds()
  const copied = kinds.filter(isOdd)
  if (copied.length === 0) return []
  const colorsOf = async (path: string) => colorSignature((await decodePhoto(path)).pixels)
  const paths = [...listCoco(), ...kinds].map(({ path }) => path)
  const index = createVectorIndex(COLOR_DIMENSIONS, { distance: colorDistance })
  for (const [id, path] of paths.entries()) index.put(id, await colorsOf(path))
  const recallOf = async (alteration: Alteration): Promise<number> => {
    let hits = 0
    for (const { path } of copied) {
      await writeCopy(sharp(path), alteration, file)
      if (index.search(await colorsOf(file), { limit: 1 })[0]?.id === paths.indexOf(path)) hits++
    }
    return hits / copied.length
  }
  const recalls: { alteration: Alteration; recall: number }[] = []
  for (const alteration of alterations) recalls.push({ alteration, recall: await recallOf(alteration) })
  const note = recalls.map(({ alteration, recall }) => `${alteration.name} ${recall.toFixed(3)}`).join(', ')
  const meanOf = (isWanted: (alteration: Alteration) => boolean) =>
    mean(recalls.filter(({ alteration }) => isWanted(alteration)).map(({ recall }) => recall))
  const among = `among ${paths.length} photos, recall@1`
  return [
    figure(
      `by colours, geometric, ${among}`,
      'colours',
      meanOf(({ isGeometric }) => isGeometric),
      { least: 0.98, note },
    ),
    ...['brighter', 'darker'].map((name) =>
      figure(
        `by colours, ${name}, ${among}`,
        'colours',
        meanOf((each) => each.name === name),
        { least: 0.8 },
      ),
    ),
  ]
}
