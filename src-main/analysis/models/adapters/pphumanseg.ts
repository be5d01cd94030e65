import type { ModelSession } from '../runtime/open-session.ts'
import type { PeopleModel } from '../runtime/tasks.ts'
import { toPlanar, type PlanarSpec } from './planar.ts'

const SIDE = 192
const spec: PlanarSpec = { order: 'rgb', scale: 1 / 255, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

/**
 * PP-HumanSeg (PaddleSeg, Apache-2.0) on the whole photo squashed to 192 pixels: one plane for the background and one
 * for people, of which the larger wins at each pixel, as in its publisher's own program.
 */
export function createPphumanseg(session: ModelSession, modelId: string): { people: PeopleModel } {
  const map: PeopleModel['map'] = async (photo) => {
    const raster = await photo.fitted({ width: SIDE, height: SIDE, fit: 'squash' })
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
    const outputs = await session.run({ [input]: { data: toPlanar(raster, spec), dims: [1, 3, SIDE, SIDE] } }, [output])
    const planes = outputs[output]!.data as Float32Array
    const count = SIDE * SIDE
    const values = Float32Array.from({ length: count }, (_, i) => (planes[count + i]! > planes[i]! ? 1 : 0))
    return { columns: SIDE, rows: SIDE, values }
  }
  return { people: { modelId, map } }
}
