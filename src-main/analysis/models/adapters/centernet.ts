import type { DecodedPhoto } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/open-session.ts'
import type { Embedder, ObjectDetector } from '../runtime/tasks.ts'
import { clampBox, suppressBoxes } from './box-suppression.ts'
import { findPeaks, type Peak } from './find-peaks.ts'
import { cocoLabels } from './coco-labels.ts'
import { normalise } from '../../vectors/unit-vector.ts'

const SIDE = 512
/** Pixels of the picture for each cell of the maps. */
const STRIDE = 4
const DIMENSIONS = 480
const MIN_SCORE = 0.1
const MAX_PEAKS = 100
const SAME_OBJECT = 0.4

type Outputs = { peaks: Peak[]; features: Float32Array }

/**
 * CenterNet on MobileNetV3 (@vladmandic/human, MIT) on the whole photo squashed to 512 pixels: 80 COCO objects, and its
 * pooled features as an embedding if no better one is installed. Both tasks share one run for each photo.
 */
export function createCenternet(
  session: ModelSession,
  modelId: string,
): { objects: ObjectDetector; embedding: Embedder } {
  const runs = new WeakMap<DecodedPhoto, Promise<Outputs>>()
  const runOnce = (photo: DecodedPhoto): Promise<Outputs> => {
    const known = runs.get(photo) ?? runCenternet(session, photo)
    runs.set(photo, known)
    return known
  }
  return {
    objects: {
      modelId,
      detect: async (photo) => readObjects((await runOnce(photo)).peaks, photo),
      candidates: async (photo) =>
        (await runOnce(photo)).peaks.map(({ kind, score }) => ({ label: cocoLabels[kind]!, score })),
    },
    embedding: { modelId, dimensions: DIMENSIONS, embed: async (photo) => normalise((await runOnce(photo)).features) },
  }
}

async function runCenternet(session: ModelSession, photo: DecodedPhoto): Promise<Outputs> {
  const raster = await photo.fitted({ width: SIDE, height: SIDE, fit: 'squash' })
  const outputs = await session.run({ image: { data: raster.data, dims: [1, SIDE, SIDE, 3] } })
  const maps = {
    logits: outputs['logits_levels']!.data as Uint8Array,
    reach: outputs['reach_levels']!.data as Uint8Array,
    columns: SIDE / STRIDE,
    rows: SIDE / STRIDE,
  }
  return { peaks: findPeaks(maps, MIN_SCORE, MAX_PEAKS), features: outputs['features']!.data as Float32Array }
}

function readObjects(peaks: readonly Peak[], { width, height }: DecodedPhoto) {
  const scaleX = width / SIDE
  const scaleY = height / SIDE
  const found = peaks.flatMap(({ score, kind, column, row, reach }) => {
    const [left, up, right, down] = reach
    const x = column * STRIDE
    const y = row * STRIDE
    const box = clampBox(
      { x1: (x - left) * scaleX, y1: (y - up) * scaleY, x2: (x + right) * scaleX, y2: (y + down) * scaleY },
      width,
      height,
    )
    const label = cocoLabels[kind]
    return box && label ? [{ label, score, box }] : []
  })
  return suppressBoxes(found, SAME_OBJECT, ({ label }) => label)
}
