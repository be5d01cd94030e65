import { addScaled } from '../vectors/unit-vector.ts'
import { likenessOf, scoreOf } from './likeness.ts'

/** Someone with known faces; `mean` is the mean of their vectors, shorter than 1 if these differ. */
export type KnownPerson = { name: string; mean: Float32Array }

/** How likely a face is this person's, as a score from 0 to 100. */
export type RecognisedPerson = { name: string; score: number }

/** Mean of at least one vector: the likeness to it is the mean of the likenesses to each. */
export function meanOfFaces(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, 1 / vectors.length)
  return Float32Array.from(sum)
}

/** Known people by their likeness to this face, most alike first; ties by name. */
export function recogniseFace(vector: Float32Array, people: readonly KnownPerson[]): RecognisedPerson[] {
  return people
    .map(({ name, mean }) => ({ name, score: scoreOf(likenessOf(vector, mean)) }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
}
