import { join } from 'node:path'
import sharp from 'sharp'
import { colorSignature, COLOR_DIMENSIONS } from '../../src-main/analysis/colors/color-signature.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { colorDistance } from '../../src-main/indexes/distances.ts'
import type { VectorIndex } from '../../src-main/indexes/index-types.ts'
import { createVectorIndex } from '../../src-main/indexes/create-vector-index.ts'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { listCoco, type CocoPhoto } from './coco.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'
import { alterations, writeCopy, type Alteration } from './similar-copies.ts'
import { measureColorsAmongKinds } from './similar-kinds.ts'

type Vectors = { content: Float32Array | null; colors: Float32Array }

async function describe(path: string, models: ModelSet['models']): Promise<Vectors> {
  const photo = await decodePhoto(path)
  return {
    content: (await (await models.get('embedding'))?.embed(photo)) ?? null,
    colors: colorSignature(photo.pixels),
  }
}

/**
 * Recall at 1: an altered copy of each photo finds the photo itself first, among all of them. By content and by
 * colours.
 */
export async function evaluateSimilar({ name, models }: ModelSet): Promise<Figure[]> {
  const photos = listCoco()
  const dimensions = (await models.get('embedding'))?.dimensions
  if (photos.length === 0 || dimensions === undefined) return []
  const [content, colors] = [
    createVectorIndex(dimensions),
    createVectorIndex(COLOR_DIMENSIONS, { distance: colorDistance }),
  ]
  for (const [id, { path }] of photos.entries()) {
    const vectors = await describe(path, models)
    content.put(id, vectors.content!)
    colors.put(id, vectors.colors)
  }
  const folder = makeTempFolder('similar')
  try {
    const recalls: { alteration: Alteration; content: number; colors: number }[] = []
    for (const alteration of alterations)
      recalls.push({ alteration, ...(await recallOf(alteration, photos, folder, { content, colors }, models)) })
    const geometric = recalls.filter(({ alteration }) => alteration.isGeometric)
    const toned = recalls.filter(({ alteration }) => ['brighter', 'darker'].includes(alteration.name))
    const list = (by: 'content' | 'colors') =>
      recalls.map((recall) => `${recall.alteration.name} ${recall[by].toFixed(3)}`).join(', ')
    return [
      figure('near-duplicates by content, recall@1', name, mean(recalls.map((recall) => recall.content)), {
        least: 0.99,
        note: list('content'),
      }),
      figure('near-duplicates by colours, geometric, recall@1', name, mean(geometric.map((recall) => recall.colors)), {
        least: 0.98,
        note: list('colors'),
      }),
      figure('near-duplicates by colours, brighter and darker, recall@1', name, mean(toned.map((one) => one.colors)), {
        least: 0.8,
      }),
      ...(name === 'bundled' ? await measureColorsAmongKinds(alterations, join(folder, 'altered.jpg')) : []),
    ]
  } finally {
    removeFolder(folder)
  }
}

async function recallOf(
  alteration: Alteration,
  photos: readonly CocoPhoto[],
  folder: string,
  indexes: { content: VectorIndex; colors: VectorIndex },
  models: ModelSet['models'],
): Promise<{ content: number; colors: number }> {
  const hits = { content: 0, colors: 0 }
  const file = join(folder, 'altered.jpg')
  for (const [id, { path }] of photos.entries()) {
    await writeCopy(sharp(path), alteration, file)
    const vectors = await describe(file, models)
    if (indexes.content.search(vectors.content!, { limit: 1 })[0]?.id === id) hits.content++
    if (indexes.colors.search(vectors.colors, { limit: 1 })[0]?.id === id) hits.colors++
  }
  return { content: hits.content / photos.length, colors: hits.colors / photos.length }
}

if (import.meta.main) await printFigures(evaluateSimilar)
