import sharp from 'sharp'
import smartcrop, { type CropOptions, type CropResult } from 'smartcrop'
import type { Rectangle } from '../../src-main/contract/analysis/cropping.ts'
import { frameOf } from '../../src-main/analysis/croppings/crop-frame.ts'
import { keptShare } from '../../src-main/analysis/croppings/crop-scorer.ts'
import { suggestCroppings } from '../../src-main/analysis/croppings/suggest-crops.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import type { Box } from '../../src-main/analysis/models/runtime/tasks.ts'
import { findFaceBoxes } from '../../src-main/analysis/foreground/find-foreground.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { croppingsStep } from '../../src-main/analysis/croppings/croppings-step.ts'
import { listCoco } from './coco.ts'
import { figure, mean, median, printFigures, sampleOf, type Figure, type ModelSet } from './figures.ts'

const sizes = [
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
/** A face of fewer pixels is background. */
const FACE_PIXELS = 40

/** smartcrop over sharp, like its own Node adapter. */
type Picture = { width: number; height: number; bytes: Buffer }
const imageOperations = {
  open: async (path: string): Promise<Picture> => {
    const { data, info } = await sharp(path)
      .autoOrient()
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, bytes: data }
  },
  resample: async (image: Picture, width: number, height: number): Promise<Picture> => ({
    width: Math.floor(width),
    height: Math.floor(height),
    bytes: image.bytes,
  }),
  getData: async ({ bytes, width, height }: Picture) => ({
    width,
    height,
    data: await sharp(bytes).resize(width, height, { fit: 'fill' }).ensureAlpha().raw().toBuffer(),
  }),
}

async function cropBySmartcrop(path: string, size: { width: number; height: number }): Promise<Rectangle> {
  // Its type declarations only fit browsers and another module format.
  const { crop: cropPath } = smartcrop as unknown as {
    crop(path: string, options: CropOptions & { imageOperations: object }): Promise<CropResult>
  }
  const { topCrop: crop } = await cropPath(path, {
    width: size.width,
    height: size.height,
    minScale: 1,
    imageOperations,
  })
  return { x1: crop.x, y1: crop.y, x2: crop.x + crop.width, y2: crop.y + crop.height }
}

/** sharp's attention crop, known by the offsets it reports at the picture's own scale. */
async function cropByAttention(path: string, frame: { width: number; height: number }): Promise<Rectangle> {
  const { info } = await sharp(path)
    .autoOrient()
    .resize(frame.width, frame.height, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [x1, y1] = [Math.abs(info.cropOffsetLeft ?? 0), Math.abs(info.cropOffsetTop ?? 0)]
  return { x1, y1, x2: x1 + frame.width, y2: y1 + frame.height }
}

/** The largest share of a box that any crop of this frame can keep. */
const mostKept = (box: Rectangle, frame: { width: number; height: number }): number =>
  Math.min(1, frame.width / (box.x2 - box.x1)) * Math.min(1, frame.height / (box.y2 - box.y1))

const isLarge = (box: Box): boolean => Math.round(box.y2) - Math.round(box.y1) >= FACE_PIXELS
const fitsIn = (box: Box, crop: Rectangle): boolean =>
  box.x2 - box.x1 <= crop.x2 - crop.x1 && box.y2 - box.y1 <= crop.y2 - crop.y1

function isCut(face: Box, crop: Rectangle): boolean {
  const box = { x1: Math.round(face.x1), y1: Math.round(face.y1), x2: Math.round(face.x2), y2: Math.round(face.y2) }
  const kept = keptShare(box, crop)
  return isLarge(box) && fitsIn(box, crop) && kept > 0.01 && kept < 0.99
}

/** Whether there are faces, and the crop keeps none of those that fit. */
function isFaceless(faces: readonly Box[], crop: Rectangle): boolean {
  const fitting = faces.filter((face) => fitsIn(face, crop))
  return fitting.length > 0 && fitting.every((face) => keptShare(face, crop) < 0.99)
}

/** Share of one subject that one crop keeps, for each way of cropping, and the possible maximum. */
type Kept = { where: string; own: number; middle: number; most: number; others: Others | null }
type Others = { smartcrop: number; attention: number }

const meanOf = (list: readonly Kept[], by: 'own' | 'middle' | 'most'): number => mean(list.map((one) => one[by]))

function baselines(list: readonly Kept[]): Figure[] {
  const others = list.flatMap((one) => one.others ?? [])
  if (others.length === 0) return []
  return [
    figure('  by smartcrop 2.0.5', 'baseline', mean(others.map(({ smartcrop: kept }) => kept))),
    figure('  by sharp, attention', 'baseline', mean(others.map(({ attention }) => attention))),
    figure('  by cutting the middle out', 'baseline', meanOf(list, 'middle')),
  ]
}

function millisecondsOf(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Photos that are measured without `--all`; about half of them have a marked subject. */
const SAMPLE = 64

/**
 * The share of the marked subjects that the crops keep, compared with smartcrop and sharp's attention crop on the same photos,
 * and faces cut. The other ways of cropping need no model, so they are measured once.
 */
export async function evaluateCrops({ name, models }: ModelSet): Promise<Figure[]> {
  const kept: Kept[] = []
  const [times, cut]: [number[], string[]] = [[], []]
  const faceless: string[] = []
  let [faceSizes, withFaces] = [0, 0]
  const photos = sampleOf(listCoco(), SAMPLE)
  for (const { name: file, path, subject } of photos) {
    const photo = await decodePhoto(path)
    const context = { photo, models, found: {}, detections: createCachedDetections(photo, models) }
    const features = (await croppingsStep.run(context)).saliencyFeatures!
    const faces = await findFaceBoxes(context)
    const crops = suggestCroppings(features, sizes)
    times.push(Math.min(...[1, 2, 3].map(() => millisecondsOf(() => suggestCroppings(features, sizes)))) / sizes.length)
    for (const crop of crops) {
      if (faces.some(isLarge)) withFaces++
      if (isFaceless(faces.filter(isLarge), crop)) faceless.push(`${file} ${crop.target_width}x${crop.target_height}`)
      for (const face of faces) if (isCut(face, crop)) cut.push(`${file} ${crop.target_width}x${crop.target_height}`)
      faceSizes += faces.filter((face) => isLarge(face) && fitsIn(face, crop)).length
    }
    for (const [i, size] of (subject ? sizes : []).entries()) {
      const { box } = subject!
      const frame = frameOf(size, features)
      const [x, y] = [Math.round((features.width - frame.width) / 2), Math.round((features.height - frame.height) / 2)]
      kept.push({
        where: `${Number.parseInt(file, 10)} ${size.width}x${size.height}`,
        own: keptShare(box, crops[i]!),
        middle: keptShare(box, { x1: x, y1: y, x2: x + frame.width, y2: y + frame.height }),
        most: mostKept(box, frame),
        others:
          name === 'bundled'
            ? {
                smartcrop: keptShare(box, await cropBySmartcrop(path, size)),
                attention: keptShare(box, await cropByAttention(path, frame)),
              }
            : null,
      })
    }
  }
  if (kept.length === 0) return []
  const worse = kept.filter(({ own, middle }) => middle - own > 0.15)
  const whole = kept.filter(({ most }) => most === 1)
  return [
    figure('crop: share of the subject kept', name, meanOf(kept, 'own'), {
      note: `${kept.length} crops; the most that any of these ratios can keep: ${meanOf(kept, 'most').toFixed(4)}`,
    }),
    ...baselines(kept),
    figure('crop: share of what can be kept', name, meanOf(kept, 'own') / meanOf(kept, 'most'), { least: 0.965 }),
    figure('crop: more than 0.15 worse than the middle', name, worse.length, {
      most: 0,
      note: worse.map(({ where, own, middle }) => `${where} ${own.toFixed(2)} for ${middle.toFixed(2)}`).join(', '),
    }),
    figure('crop: share kept where the whole subject fits', name, meanOf(whole, 'own'), {
      least: 0.93,
      note: `${whole.length} of ${kept.length} crops`,
    }),
    ...baselines(whole),
    figure('crop: faces of 40 px or more cut that fit', name, cut.length, {
      most: 0,
      note: `of ${faceSizes}${cut.map((where) => `, ${where}`).join('')}`,
    }),
    figure('crop: without a face where there is one', name, faceless.length, {
      most: 0,
      note: `of ${withFaces} crops of ${photos.length} photos${faceless.map((where) => `, ${where}`).join('')}`,
    }),
    figure('crop: median ms a size, best of three', name, median(times), { most: 10 }),
    figure('crop: longest ms a size, best of three', name, Math.max(...times), { most: 10 }),
  ]
}

if (import.meta.main) await printFigures(evaluateCrops)
