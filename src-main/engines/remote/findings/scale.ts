import { FaceLandmark, type Face } from '../../../contract/analysis/face.ts'
import type { Rectangle } from '../../../contract/analysis/cropping.ts'
import type { FaceAnswer } from '../requests/answers.ts'

/** Size in upright pixels. */
export type PictureSize = { width: number; height: number }

/** From pixels of the picture that was sent to pixels of the photo, inside it. */
function scaleTo(photo: PictureSize, sent: PictureSize): { x(value: number): number; y(value: number): number } {
  const along = (value: number, from: number, to: number) => Math.min(to, Math.max(0, Math.round((value * to) / from)))
  return { x: (value) => along(value, sent.width, photo.width), y: (value) => along(value, sent.height, photo.height) }
}

const landmarkTypes: ReadonlySet<string> = new Set(FaceLandmark.shape.type.options)
const isKnownLandmark = (landmark: { type: string; x: number; y: number }): landmark is Face['landmarks'][number] =>
  landmarkTypes.has(landmark.type)

/** Faces in pixels of the photo, the surest first; a box without an area is none. */
export function scaleFaces(answer: FaceAnswer, photo: PictureSize, sent: PictureSize): Face[] {
  const { x, y } = scaleTo(photo, sent)
  const faces = answer.map(({ coordinates, landmarks, ...face }) => {
    const [xmin, xmax, ymin, ymax] = [
      x(coordinates.xmin),
      x(coordinates.xmax),
      y(coordinates.ymin),
      y(coordinates.ymax),
    ]
    return {
      ...face,
      coordinates: { xmin, ymin, xmax, ymax, width: xmax - xmin, height: ymax - ymin },
      landmarks: landmarks.filter(isKnownLandmark).map((landmark) => ({
        ...landmark,
        x: Math.min(photo.width - 1, x(landmark.x)),
        y: Math.min(photo.height - 1, y(landmark.y)),
      })),
    }
  })
  return faces
    .filter(({ coordinates }) => coordinates.width > 0 && coordinates.height > 0)
    .sort((a, b) => b.confidence - a.confidence)
}

/** A rectangle in pixels of the photo; null where it has no area. */
export function scaleRectangle(box: Rectangle, photo: PictureSize, sent: PictureSize): Rectangle | null {
  const { x, y } = scaleTo(photo, sent)
  const scaled = { x1: x(box.x1), y1: y(box.y1), x2: x(box.x2), y2: y(box.y2) }
  return scaled.x2 > scaled.x1 && scaled.y2 > scaled.y1 ? scaled : null
}
