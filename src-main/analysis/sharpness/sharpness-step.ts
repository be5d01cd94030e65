import type { Face } from '../../contract/analysis/face.ts'
import { croppingsStep } from '../croppings/croppings-step.ts'
import { facesOf } from '../faces/faces-step.ts'
import { readExpressions } from '../faces/read-expressions.ts'
import { lumaOfRaster } from '../photo/luma-of-raster.ts'
import type { Box } from '../models/runtime/tasks.ts'
import type { MeasuredFace, SaliencyFeatures } from '../photo/findings.ts'
import type { Luma, Raster } from '../photo/photo.ts'
import type { PictureStep, StepContext } from '../step/step.ts'
import { edgeFineness } from './edge-fineness.ts'
import { measureDetail } from './measure-detail.ts'
import { markOf } from './mark-sharpness.ts'
import { clippedShare, measureExposure } from './measure-exposure.ts'
import { eyesBoxOf, faceBoxOf, scaled, subjectBoxOf } from './measured-regions.ts'

/**
 * Measures the sharpness of the main subject, of each face and its eyes, and the clipping, also of each face, and what
 * each face does; and where in the photo there is fine detail. It reads the finer luma, since in the coarser one large
 * photos look sharp in all but the worst cases.
 */
export const sharpnessStep: PictureStep = {
  name: 'sharpness',
  version: 10,
  tasks: ['faces', 'saliency', 'people', 'objects', 'face-mesh', 'iris'],
  readsFine: true,
  when: 'idle',
  async run(context) {
    const { photo } = context
    const luma = photo.fine ?? lumaOfRaster(photo.pixels)
    const scale = luma.width / photo.width
    const faces = await facesOf(context)
    const expressions = await readExpressions(photo, faces, context.models)
    return {
      sharpness: {
        subject: markOf(subjectFineness(luma, await featuresOf(context), scale)),
        faces: faces.map((face, at) => ({
          ...measureFace(face, { luma, scale, pixels: photo.pixels, width: photo.width }),
          ...(expressions && { expression: expressions[at]! }),
        })),
        exposure: measureExposure(photo.pixels),
        detail: measureDetail(luma),
      },
    }
  },
}

/** Finds them now if no run of the crops step did. */
async function featuresOf(context: StepContext): Promise<SaliencyFeatures | undefined> {
  return context.found.saliencyFeatures ?? (await croppingsStep.run(context)).saliencyFeatures
}

/** If nothing is salient, or it has no edges, the sharpest part of the photo counts. */
function subjectFineness(luma: Luma, features: SaliencyFeatures | undefined, scale: number): number | null {
  const box = features ? subjectBoxOf(features) : null
  const found = features && box ? edgeFineness(luma, scaled(box, scale), 'edges', importanceIn(luma, features)) : null
  return found ?? edgeFineness(luma, { x1: 0, y1: 0, x2: luma.width, y2: luma.height }, 'finest')
}

/** Salient areas count by the square of their importance, so that the background in their box hardly counts. */
function importanceIn({ width, height }: Luma, { map }: SaliencyFeatures): (x: number, y: number) => number {
  const { columns, rows, values } = map
  return (x, y) => {
    const [column, row] = [Math.floor((x * columns) / width), Math.floor((y * rows) / height)]
    return ((values[row * columns + column] ?? 0) / 255) ** 2
  }
}

type Measurable = { luma: Luma; scale: number; pixels: Raster; width: number }

function measureFace(face: Face, { luma, scale, pixels, width }: Measurable): MeasuredFace {
  const finenessOf = (box: Box | null) => box && edgeFineness(luma, scaled(box, scale), 'edges')
  const { xmin, ymin, xmax, ymax } = face.coordinates
  const box = faceBoxOf(face, scale)
  const eyes = eyesBoxOf(face, scale)
  const ofFace = finenessOf(box)
  return {
    box: { x1: xmin, y1: ymin, x2: xmax, y2: ymax },
    face: box && markOf(ofFace),
    // Eyes in which nothing stands out, as in shade or behind glasses, are as sharp as what is around them.
    eyes: eyes && markOf(finenessOf(eyes) ?? ofFace),
    ...(box && { clipped: clippedShare(pixels, scaled(box, pixels.width / width)) }),
  }
}
