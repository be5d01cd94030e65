import type { Raster } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/open-session.ts'
import type { SaliencyMap, SaliencyModel } from '../runtime/tasks.ts'
import { imageNetSpec, toPlanar } from './planar.ts'

/**
 * Side of the square the photo is squashed to: 192 is nearly as accurate as the native 320 at a third of its cost, see
 * the evaluation.
 */
const DYNAMIC_SIDE = 192
const FIXED_SIDE = 320

/**
 * U2-Net-p (Qin et al., Apache-2.0): the salient parts of a photo. Accepts the dynamic file with one output, and the
 * original export with seven outputs at a fixed 320, of which the first is the fused map.
 */
export function createU2netp(session: ModelSession, modelId: string): { saliency: SaliencyModel } {
  const isDynamic = session.outputNames.length === 1
  const side = isDynamic ? DYNAMIC_SIDE : FIXED_SIDE
  const map: SaliencyModel['map'] = async (photo) => {
    const values = await runU2netp(session, await photo.fitted({ width: side, height: side, fit: 'squash' }))
    const cells = Math.sqrt(values.length) // half the side without the last stage
    return clampMap({ columns: cells, rows: cells, values })
  }
  return { saliency: { modelId, map } }
}

/** The fused saliency of a raster: a value for each pixel, or for every four if the last stage was removed. */
export async function runU2netp(session: ModelSession, raster: Raster): Promise<Float32Array> {
  const data = toPlanar(raster, imageNetSpec)
  const wanted = session.outputNames[0]!
  const outputs = await session.run({ [session.inputNames[0]!]: { data, dims: [1, 3, raster.height, raster.width] } }, [
    wanted,
  ])
  return outputs[wanted]!.data as Float32Array
}

function clampMap(map: SaliencyMap): SaliencyMap {
  const { values } = map
  for (let i = 0; i < values.length; i++) values[i] = Math.min(1, Math.max(0, values[i]!))
  return map
}
