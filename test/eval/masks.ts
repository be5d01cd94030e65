import type { Rectangle } from '../../src-main/contract/analysis/cropping.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { findForeground, MASK_SIDE } from '../../src-main/analysis/foreground/find-foreground.ts'
import { foregroundMask, type Mask } from '../../src-main/analysis/foreground/foreground-mask.ts'
import { resampleMap, shrinkRaster } from '../../src-main/analysis/foreground/shrink.ts'
import type { SaliencyMap } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto } from '../../src-main/analysis/photo/photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { listCoco, readMask, type Subject } from './coco.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'

const thresholds = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** Intersection over union of two masks of any size, at the size of the truth. */
function overlap(mask: Mask, truth: Mask): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < truth.data.length; i++) {
    const [x, y] = [i % truth.width, Math.floor(i / truth.width)]
    const isFound =
      mask.data[
        Math.floor((y * mask.height) / truth.height) * mask.width + Math.floor((x * mask.width) / truth.width)
      ]! > 127
    const isTrue = truth.data[i]! > 127
    if (isFound && isTrue) both++
    if (isFound || isTrue) either++
  }
  return either === 0 ? 1 : both / either
}

const isInside = (box: Rectangle, x: number, y: number): boolean =>
  x >= box.x1 && x < box.x2 && y >= box.y1 && y < box.y2

/** The map above a threshold at the size of the truth, inside a box if one is given. */
function cutAt(values: Float32Array, threshold: number, { width, height }: Mask, box?: Rectangle): Mask {
  return {
    width,
    height,
    data: Uint8Array.from(values, (value, i) =>
      value > threshold && (!box || isInside(box, i % width, Math.floor(i / width))) ? 255 : 0,
    ),
  }
}

/** The truth at the coarse resolution of masks. */
function coarse(truth: Mask, { width, height }: Mask): Mask {
  const values = resampleMap(
    { columns: truth.width, rows: truth.height, values: Float32Array.from(truth.data, (value) => value / 255) },
    width,
    height,
  )
  return { width, height, data: Uint8Array.from(values, (value) => (value > 0.5 ? 255 : 0)) }
}

/** The possible quality of this photo's mask if the truth decides what the engine has to guess. */
function ceilings(photo: DecodedPhoto, saliency: SaliencyMap, truth: Mask, { box }: Subject) {
  const values = resampleMap(saliency, truth.width, truth.height)
  const best = (inside?: Rectangle): number =>
    Math.max(...thresholds.map((threshold) => overlap(cutAt(values, threshold, truth, inside), truth)))
  const raster = shrinkRaster(photo.pixels, MASK_SIDE)
  const [sx, sy] = [raster.width / photo.width, raster.height / photo.height]
  const scaled = { x1: box.x1 * sx, y1: box.y1 * sy, x2: box.x2 * sx, y2: box.y2 * sy }
  return {
    plain: overlap(cutAt(values, 0.5, truth), truth),
    threshold: best(),
    boxed: best(box),
    given: overlap(foregroundMask({ raster, saliency, boxes: [{ box: scaled, weight: 1, fill: 0.5 }] }), truth),
    coarse: overlap(coarse(truth, raster), truth),
  }
}

/** The masks of the foreground against those of people, and the possible maximum if parts of the truth were known. */
export async function evaluateMasks({ name, models }: ModelSet): Promise<Figure[]> {
  const found: { subject: Subject; own: number; most: ReturnType<typeof ceilings> | null }[] = []
  for (const { path, subject } of listCoco()) {
    if (!subject) continue
    const [photo, truth] = [await decodePhoto(path), await readMask(subject.maskPath)]
    const detections = createCachedDetections(photo, models)
    const own = overlap(await findForeground({ photo, models, found: {}, detections }), truth)
    const saliency = await detections.saliency()
    found.push({ subject, own, most: saliency && ceilings(photo, saliency, truth, subject) })
  }
  if (found.length === 0) return []
  const clear = found.filter(({ subject }) => subject.things <= 2 && subject.area >= 0.08 && subject.area <= 0.7)
  const most = found.flatMap((one) => one.most ?? [])
  const ceiling = (what: string, by: keyof (typeof most)[number]) =>
    figure(`  ${what}`, 'ceiling', mean(most.map((one) => one[by])))
  return [
    figure('foreground mask, mean IoU, all subjects', name, mean(found.map(({ own }) => own)), {
      least: 0.72,
      note: `${found.length} photos`,
    }),
    figure(
      '  photos held out from the last choice of rules',
      name,
      mean(found.filter((_, i) => i % 2 === 1).map(({ own }) => own)),
      { note: 'every other one; the last rules were chosen on the rest, older ones on all' },
    ),
    figure('  one or two things on 8 to 70 % of the picture', name, mean(clear.map(({ own }) => own)), {
      note: `${clear.length} photos; the choice of the model's manifest, which counts all objects as truth`,
    }),
    ...(most.length === 0
      ? []
      : [
          figure('  the saliency map above 0.5 alone', 'baseline', mean(most.map(({ plain }) => plain))),
          ceiling('the saliency map at the best threshold for each photo', 'threshold'),
          ceiling('the same, and only inside the true box', 'boxed'),
          ceiling('these rules with the true box given', 'given'),
          ceiling('the true mask at the size of ours', 'coarse'),
        ]),
  ]
}

if (import.meta.main) await printFigures(evaluateMasks)
