/** Shares that sum to 1, in the precision of the scores. */
export function softmax(scores: Float32Array): Float32Array
export function softmax(scores: number[]): number[]
export function softmax(scores: Float32Array | number[]): Float32Array | number[] {
  let highest = -Infinity
  for (const score of scores) highest = Math.max(highest, score)
  const powers = scores.map((score) => Math.exp(score - highest))
  let total = 0
  for (const power of powers) total += power
  return powers.map((power) => power / total)
}
