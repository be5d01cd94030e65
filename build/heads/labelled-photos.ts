import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { cocoAnimals, cocoVehicles } from '../../src-main/analysis/models/adapters/coco-labels.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'

/**
 * Photos as one embedding model sees them, each with the names of what is in it: things, and kinds of photo (see
 * `kindsOf`).
 */
export type LabelledPhotos = { modelId: string; rows: Float32Array[]; things: string[][]; kinds: string[][] }

type Marked = { w: number; h: number; boxes: [string, number, number, number, number][] }

/** Things that make a photo one of a kind. */
const kindsByThing: Record<string, readonly string[]> = {
  animals: cocoAnimals,
  vehicles: cocoVehicles,
  'kitchen and food': [
    'wine glass',
    'cup',
    'fork',
    'knife',
    'spoon',
    'bowl',
    'banana',
    'apple',
    'sandwich',
    'orange',
    'broccoli',
    'carrot',
    'hot dog',
    'pizza',
    'donut',
    'cake',
    'dining table',
    'oven',
    'sink',
    'refrigerator',
    'microwave',
  ],
  sport: [
    'frisbee',
    'skis',
    'snowboard',
    'sports ball',
    'kite',
    'baseball bat',
    'baseball glove',
    'skateboard',
    'surfboard',
    'tennis racket',
  ],
}
/** A photo is one of people if the boxes of persons together cover this share of it. */
const PEOPLE_SHARE = 0.2

/**
 * Embeds every photo of a folder with COCO's `labels.json` and `boxes.json` beside it, in the order of names; throws if
 * the models have no embedding.
 */
export async function embedLabelledPhotos(imagesDir: string, models: Models): Promise<LabelledPhotos> {
  const embedder = await models.get('embedding')
  if (embedder === null) throw new Error('No model that describes what photos show is there.')
  const read = <T>(name: string) =>
    JSON.parse(readFileSync(join(dirname(imagesDir), name), 'utf8')) as Record<string, T>
  const [labels, marked] = [read<string[]>('labels.json'), read<Marked>('boxes.json')]
  const names = readdirSync(imagesDir).sort()
  const rows: Float32Array[] = []
  for (const name of names) rows.push(await embedder.embed(await decodePhoto(join(imagesDir, name))))
  const things = names.map((name) => labels[name] ?? [])
  return { modelId: embedder.modelId, rows, things, kinds: names.map((name, n) => kindsOf(things[n]!, marked[name])) }
}

/** The kinds of photo that things suggest: animals, vehicles, kitchen and food, sport, people. */
function kindsOf(things: readonly string[], marked: Marked | undefined): string[] {
  const kinds = Object.entries(kindsByThing)
    .filter(([, of]) => things.some((thing) => of.includes(thing)))
    .map(([kind]) => kind)
  if (marked === undefined) return kinds
  const persons = marked.boxes.reduce(
    (sum, [thing, , , width, height]) => sum + (thing === 'person' ? width * height : 0),
    0,
  )
  return persons > PEOPLE_SHARE * marked.w * marked.h ? [...kinds, 'people'] : kinds
}
