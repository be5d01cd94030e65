import { buildSaliencyFeatures } from './build-saliency-features.ts'
import { findFaceBoxes } from '../foreground/find-foreground.ts'
import type { PictureStep } from '../step/step.ts'

/** Computes the saliency features, from which crops of any size are computed on request. */
export const croppingsStep: PictureStep = {
  name: 'croppings',
  version: 8,
  tasks: ['saliency', 'people', 'objects', 'faces'],
  async run(context) {
    const { photo, detections } = context
    const [saliency, objects, faces] = [
      await detections.saliency(),
      await detections.objects(),
      await findFaceBoxes(context),
    ]
    const barriers = saliency ? undefined : await detections.barriers()
    return {
      saliencyFeatures: buildSaliencyFeatures({
        width: photo.width,
        height: photo.height,
        pixels: photo.pixels,
        saliency,
        objects,
        faces,
        barriers,
      }),
    }
  },
}
