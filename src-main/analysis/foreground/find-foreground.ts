import type { Box } from '../models/runtime/tasks.ts'
import type { StepContext } from '../step/step.ts'
import { facesOf } from '../faces/faces-step.ts'
import { expectedFill } from './expected-fill.ts'
import { foregroundMask, type Mask } from './foreground-mask.ts'
import { BARRIER_SIDE } from './minimum-barrier-map.ts'
import { shrinkRaster } from './shrink.ts'
import { findMainObjects, leads } from './find-main-objects.ts'

/** Longest side of the copy for the mask if there is a saliency model: a finer one improves nothing. */
export const MASK_SIDE = 128

/** Finds the foreground of a photo with the installed models; without any, by colour barriers alone. */
export async function findForeground(context: StepContext): Promise<Mask> {
  const { photo, detections } = context
  const saliency = await detections.saliency()
  const raster = shrinkRaster(photo.pixels, saliency ? MASK_SIDE : BARRIER_SIDE)
  const objects = findMainObjects(
    await detections.objects(),
    saliency,
    photo.width,
    photo.height,
    saliency ? leads.mask : leads.plainMask,
  )
  const faces = (await findFaceBoxes(context)).map((box) => ({
    box: bodyOf(box),
    weight: 0.5,
    fill: expectedFill('person'),
  }))
  const boxes =
    objects.length > 0
      ? objects.map(({ label, box, weight, score }) => ({
          box,
          weight: Math.sqrt(weight * score),
          fill: expectedFill(label),
        }))
      : faces
  const scale = { x: raster.width / photo.width, y: raster.height / photo.height }
  const barriers = saliency ? undefined : await detections.barriers()
  return foregroundMask({
    raster,
    saliency,
    barriers,
    boxes: boxes.map((known) => ({ ...known, box: scaleBox(known.box, scale) })),
  })
}

/** Boxes of the photo's faces in upright pixels; finds them now if the faces step did not run. */
export async function findFaceBoxes(context: StepContext): Promise<Box[]> {
  return (await facesOf(context)).map(({ coordinates: c }) => ({ x1: c.xmin, y1: c.ymin, x2: c.xmax, y2: c.ymax }))
}

/** Head and shoulders around a face, for a person that no model found. */
function bodyOf({ x1, y1, x2, y2 }: Box): Box {
  const [width, height] = [x2 - x1, y2 - y1]
  return { x1: x1 - width / 2, y1: y1 - height / 3, x2: x2 + width / 2, y2: y2 + height * 1.5 }
}

function scaleBox({ x1, y1, x2, y2 }: Box, { x, y }: { x: number; y: number }): Box {
  return { x1: x1 * x, y1: y1 * y, x2: x2 * x, y2: y2 * y }
}
