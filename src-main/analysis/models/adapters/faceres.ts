import type { ModelSession } from '../runtime/session.ts'
import type { FaceDescription, FaceIdentity } from '../runtime/tasks.ts'
import { cutFace, faceSquare } from './face-crop.ts'
import { normalise } from '../../vectors/unit-vector.ts'

const SIDE = 224

/**
 * HSE-FaceRes (through @vladmandic/human, MIT) on a face cut out upright: 1024 L2-normalised values of identity, age
 * and gender.
 */
export function createFaceres(session: ModelSession, modelId: string): { 'face-identity': FaceIdentity } {
  const describe: FaceIdentity['describe'] = async (photo, face) => {
    const data = cutFace(photo, faceSquare(face), SIDE)
    const { descriptor, gender, age } = await session.run({ image: { data, dims: [1, SIDE, SIDE, 3] } })
    const maleness = (gender!.data as Float32Array)[0]!
    return {
      vector: normalise(descriptor!.data as Float32Array),
      age: readAge(age!.data as Float32Array),
      ...readGender(maleness),
    }
  }
  return { 'face-identity': { modelId, describe } }
}

function readGender(maleness: number): Pick<FaceDescription, 'gender' | 'genderScore'> {
  return { gender: maleness <= 0.5 ? 'female' : 'male', genderScore: Math.min(0.99, 2 * Math.abs(maleness - 0.5)) }
}

/**
 * Years from a share for each year of age: the likeliest, moved towards its likelier neighbour by that one's share of
 * ten years, as the network's own program does.
 */
export function readAge(shares: Float32Array): number {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  const [younger, older] = [shares[best - 1] ?? 0, shares[best + 1] ?? 0]
  return Math.max(0, younger > older ? best - 10 * younger : best + 10 * older)
}
