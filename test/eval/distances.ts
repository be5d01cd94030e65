import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { FeaturesType } from '../../src-main/contract/analysis/index.ts'
import { unlimitedMemory } from '../../src-main/analysis/decode/memory-limiter.ts'
import { analysePicture } from '../../src-main/analysis/operations/analysed-picture.ts'
import { openEvidenceReader } from '../../src-main/analysis/tags/evidence-reader.ts'
import { colorDistance, contentDistance, unlikenessOf, type DistanceOf } from '../../src-main/indexes/distances.ts'
import { colorScale, contentScale, type PublishedScale } from '../../src-main/indexes/published-distance.ts'
import { unitRow } from '../../src-main/indexes/scan/quantise.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { listCoco } from './coco.ts'
import { figure, mean, median, printFigures, type Figure, type ModelSet } from './figures.ts'
import { isOdd, listKinds } from './kinds-photos.ts'
import { copiesThatKeep } from './similar-copies.ts'

/** Limits for copies of a photo. */
const COPY = 0.45

type Photo = { path: string; label: string }
type Vectors = Readonly<Partial<Record<'content' | FeaturesType, Float32Array>>>
type Described = { label: string; own: Vectors; copies: readonly { name: string; vectors: Vectors }[] }
type Measure = { name: string; of: keyof Vectors; distance: DistanceOf; scale: PublishedScale }

/**
 * Published distances of copies and of unrelated photos on the odd photos of `kinds` and, for regression, on COCO's;
 * their notes have the values that a fit would use. `LUMAFOLD_FIT=1` measures the even photos instead, on which scales
 * are fitted.
 */
export async function evaluateDistances(set: ModelSet): Promise<Figure[]> {
  const embedder = await set.models.get('embedding')
  if (!embedder) return []
  const isFitting = process.env['LUMAFOLD_FIT'] === '1'
  const content: Measure = {
    name: 'content',
    of: 'content',
    distance: contentDistance,
    scale: contentScale(embedder.modelId),
  }
  const colors = (['overall', 'object'] as const).map((of): Measure => {
    return { name: `colours (${of})`, of, distance: colorDistance, scale: colorScale(of) }
  })
  // colours need no model, and are the same with each set
  const measures = set.name === 'bundled' ? [content, ...colors] : [content]
  const sources: readonly [string, readonly Photo[]][] = [
    [isFitting ? 'even photos' : 'odd photos', listKinds().filter((photo) => isOdd(photo) !== isFitting)],
    // each counts by itself: nothing tells which of COCO's photos belong together
    ['COCO', isFitting ? [] : listCoco().map(({ path }) => ({ path, label: path }))],
  ]
  const figures: Figure[] = []
  for (const [source, photos] of sources) {
    if (photos.length === 0) continue
    const described = await describeAll(
      photos,
      set,
      measures.map(({ of }) => of),
    )
    for (const measure of measures) figures.push(...figuresOf(described, measure, source, set.name))
  }
  return figures
}

function figuresOf(photos: readonly Described[], measure: Measure, source: string, set: string): Figure[] {
  const between = (a: Vectors, b: Vectors) => measure.distance(unlikenessOf(a[measure.of]!, b[measure.of]!))
  const { publish } = measure.scale
  const copies = photos.flatMap(({ own, copies: each }) =>
    each.map(({ name, vectors }) => ({ name, distance: between(own, vectors) })),
  )
  const unrelated = photos.flatMap((a, i) =>
    photos
      .slice(i + 1)
      .filter((b) => b.label !== a.label)
      .map((b) => between(a.own, b.own)),
  )
  const inner = copies.map(({ distance }) => distance)
  const shareBelow = (distances: readonly number[]) => mean(distances.map((each) => Number(publish(each) < COPY)))
  const byName = copiesThatKeep.map(({ name }) => {
    const those = copies.filter((copy) => copy.name === name).map(({ distance }) => distance)
    return `${name} ${publish(median(those)).toFixed(2)} to ${publish(at(those, 0.95)).toFixed(2)}`
  })
  const of = `${measure.name}, ${source}:`
  return [
    figure(`${of} copies below ${COPY}`, set, shareBelow(inner), {
      least: 0.97,
      note: `median to 95 %: ${byName.join(', ')}; 99 % within ${at(inner, 0.99).toFixed(4)} of the index`,
    }),
    figure(`${of} unrelated, median`, set, publish(median(unrelated)), {
      ...(source !== 'COCO' && { least: 1.3, most: 1.5 }),
      note: `5 to 95 %: ${publish(at(unrelated, 0.05)).toFixed(2)} to ${publish(at(unrelated, 0.95)).toFixed(2)}; below ${COPY}: ${shareBelow(unrelated).toFixed(4)}; median ${median(unrelated).toFixed(4)} of the index`,
    }),
  ]
}

/** The value that a share of the values does not exceed. */
const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!

async function describeAll(
  photos: readonly Photo[],
  { models }: ModelSet,
  wanted: readonly (keyof Vectors)[],
): Promise<Described[]> {
  const folder = makeTempFolder('distances')
  const evidenceReader = openEvidenceReader(resourcesDir)
  const describe = async (path: string): Promise<Vectors> => {
    const picture = await analysePicture(path, { models, evidenceReader, limitMemory: unlimitedMemory })
    const vectors: Record<string, Float32Array> = {}
    for (const of of wanted) {
      const vector = of === 'content' ? (await picture.embedding())!.vector : await picture.colorVector(of)
      vectors[of] = unitRow(vector, vector.length)
    }
    return vectors
  }
  try {
    const described: Described[] = []
    for (const { path, label } of photos) {
      const { width, height } = await sharp(path).metadata()
      const copies: { name: string; vectors: Vectors }[] = []
      for (const { name, apply } of copiesThatKeep) {
        const file = join(folder, 'copy.jpg')
        await writeFile(file, await apply(sharp(path).jpeg({ quality: 92 }), { width, height }).toBuffer())
        copies.push({ name, vectors: await describe(file) })
      }
      described.push({ label, own: await describe(path), copies })
    }
    return described
  } finally {
    removeFolder(folder)
  }
}

if (import.meta.main) await printFigures(evaluateDistances)
