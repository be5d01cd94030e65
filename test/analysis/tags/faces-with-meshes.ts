import type { MeshedFace } from '../../../src-main/analysis/models/runtime/tasks.ts'
import type { Face } from '../../../src-main/contract/analysis/face.ts'

/** A face at 100, 100 that is as wide as high. */
export const face = (height: number, confidence = 95): Face => ({
  confidence,
  coordinates: { xmin: 100, ymin: 100, xmax: 100 + height, ymax: 100 + height, width: height, height },
  face_id: '',
  attributes: [],
  landmarks: [],
})

/** A mesh that looks straight ahead, with a mouth of this half width between outer eye corners 100 apart. */
export function meshWithMouth(mouth: number): MeshedFace {
  const points = new Float32Array(468 * 3)
  const nod = (8 * Math.PI) / 180
  for (const [at, x, y] of [
    [33, -50, 0],
    [263, 50, 0],
    [10, 0, -80],
    [152, 0, 80],
    [61, -mouth, 60],
    [291, mouth, 60],
    [13, 0, 60],
    [14, 0, 61],
  ] as const)
    points.set([200 + x, 200 + y * Math.cos(nod), y * Math.sin(nod)], 3 * at)
  return { presence: 1, points }
}
