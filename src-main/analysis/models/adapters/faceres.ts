import type { ModelSession } from '../runtime/open-session.ts'
import type { FaceDescription, FaceIdentity } from '../runtime/tasks.ts'
import { normalise } from '../../vectors/unit-vector.ts'
import { cutSquare, squareOfFace } from './face-square.ts'

const SIDE = 224
/** Measured on BlazeFace's boxes enlarged by 1.4, which is the input of @vladmandic/human's identity network. */
const SIDES_PER_DISTANCE = 3.13

/**
 * HSE-FaceRes (through @vladmandic/human, MIT) on an upright cut-out of a face: 1024 L2-normalised values of identity,
 * age and gender.
 */
export function createFaceres(session: ModelSession, modelId: string): { 'face-identity': FaceIdentity } {
  const describe: FaceIdentity['describe'] = async (photo, face) => {
    const data = cutSquare(photo, squareOfFace(face, SIDES_PER_DISTANCE), SIDE)
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
 * Converts a probability for each year of age to years: the likeliest, moved towards its likelier neighbour by that
 * one's share of ten years, as in the network's own program.
 */
function readAge(shares: Float32Array): number {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  const [younger, older] = [shares[best - 1] ?? 0, shares[best + 1] ?? 0]
  return Math.max(0, younger > older ? best - 10 * younger : best + 10 * older)
}
