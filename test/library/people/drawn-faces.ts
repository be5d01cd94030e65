/** A vector of length 1 that begins with these numbers. */
export function unit(...numbers: number[]): Float32Array {
  const vector = new Float32Array(8)
  vector.set(numbers)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** Numbers from a normal distribution, always the same for one seed. */
export function createNormal(seed: number): () => number {
  let state = seed >>> 0 || 1
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Similarity of faces of different people, and of one person, as measured for the model (ENGINE.md). */
const [COMMON, OWN, REST] = [0.34, 0.34, 0.32].map(Math.sqrt) as [number, number, number]
const DIMENSIONS = 1024

export type DrawnFaces = { people: number; each: number; strangers: number; seed: number }

/**
 * Vectors distributed like those of faces: two of one person have a similarity of 0.68, two of different people 0.34.
 * Strangers have one face each. The order mixes people; `people` says whose each is.
 */
export function drawFaces({ people, each, strangers, seed }: DrawnFaces): {
  vectors: Float32Array[]
  people: number[]
} {
  const normal = createNormal(seed)
  const direction = () => {
    const vector = Float32Array.from({ length: DIMENSIONS }, normal)
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
    return vector.map((value) => value / length)
  }
  const common = direction()
  const own = Array.from({ length: people }, direction)
  const whose = [
    ...Array.from({ length: people * each }, (_, at) => at % people),
    ...Array.from({ length: strangers }, (_, at) => people + at),
  ]
  const order = whose.map((person, at) => ({ person, key: Math.imul(at + 1, 2_654_435_761) >>> 0 }))
  order.sort((a, b) => a.key - b.key)
  const vectors = order.map(({ person }) => {
    const [mine, rest] = [own[person] ?? direction(), direction()]
    const vector = common.map((value, at) => COMMON * value + OWN * mine[at]! + REST * rest[at]!)
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
    return vector.map((value) => value / length)
  })
  return { vectors, people: order.map(({ person }) => person) }
}
