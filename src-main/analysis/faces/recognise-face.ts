import { addScaled } from '../vectors/unit-vector.ts'
import { likenessOf, scoreOf } from './likeness.ts'

/** Someone whose faces are known; `mean` is the mean of their vectors, and shorter than 1 where these differ. */
export type KnownPerson = { name: string; mean: Float32Array }

/** How likely a face is someone's, as a score from 0 to 100. */
export type RecognisedPerson = { name: string; score: number }

/** What is kept of someone's faces: the likeness to it is the mean of the likenesses to each. At least one vector. */
export function meanOfFaces(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, 1 / vectors.length)
  return Float32Array.from(sum)
}

/** Everyone by how alike their faces are to this one, most alike first; equal ones by name. */
export function recogniseFace(vector: Float32Array, people: readonly KnownPerson[]): RecognisedPerson[] {
  return people
    .map(({ name, mean }) => ({ name, score: scoreOf(likenessOf(vector, mean)) }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
}
