import type { DetectedFace } from '../runtime/tasks.ts'

/** Side of the square picture BlazeFace reads; its boxes are in these pixels. */
export const BLAZEFACE_SIDE = 256
const VALUES_PER_ANCHOR = 16
const landmarkTypes = ['right_eye', 'left_eye', 'nose', 'mouth', 'right_ear', 'left_ear'] as const

/** Logits and boxes of one of the two grids. */
export type BlazefaceGrid = { logits: Float32Array; boxes: Float32Array; cells: number; anchorsPerCell: number }

/**
 * Faces above a score in pixels of the square picture, not yet suppressed (BlazeFace, Bazarevsky et al. 2019). Each
 * anchor lies in the middle of its cell; box and landmarks are offsets from it.
 */
export function decodeBlazeface(
  { logits, boxes, cells, anchorsPerCell }: BlazefaceGrid,
  leastScore: number,
): DetectedFace[] {
  const least = Math.log(leastScore / (1 - leastScore))
  const stride = BLAZEFACE_SIDE / cells
  const faces: DetectedFace[] = []
  for (const [anchor, logit] of logits.entries()) {
    if (logit < least) continue
    const cell = Math.floor(anchor / anchorsPerCell)
    const anchorX = ((cell % cells) + 0.5) * stride
    const anchorY = (Math.floor(cell / cells) + 0.5) * stride
    const read = (k: number) => boxes[anchor * VALUES_PER_ANCHOR + k]!
    const x = anchorX + read(0)
    const y = anchorY + read(1)
    const box = { x1: x - read(2) / 2, y1: y - read(3) / 2, x2: x + read(2) / 2, y2: y + read(3) / 2 }
    const landmarks = landmarkTypes.map((type, k) => ({
      type,
      x: anchorX + read(4 + 2 * k),
      y: anchorY + read(5 + 2 * k),
    }))
    faces.push({ score: 1 / (1 + Math.exp(-logit)), box, landmarks })
  }
  return faces
}
