import { ciede2000 } from '../../base/color/ciede2000.ts'
import type { Lab } from '../../base/color/lab.ts'

export type WeightedColor = { lab: Lab; weight: number }

/** Clusters before similar ones are joined; more than any caller requests, so that joining decides. */
const CLUSTERS = 12
const ITERATIONS = 8
/** Centres that move by less than this squared distance in Lab have settled. */
const SETTLED = 0.01
/** Clusters closer than this by CIEDE2000 look like one colour of the picture and are joined. */
const SAME_COLOR = 9

function squared(a: Lab, b: Lab): number {
  const l = a[0] - b[0]
  const u = a[1] - b[1]
  const v = a[2] - b[2]
  return l * l + u * u + v * v
}

/**
 * The main colours of a weighted set, by falling weight: k-means in Lab, then similar clusters joined. Each seed is the
 * colour with the most weight times squared distance from the previous seeds (k-means++ without randomness), so that
 * the same input always gives the same output.
 */
export function clusterColors(colors: readonly WeightedColor[]): WeightedColor[] {
  const present = colors.filter(({ weight }) => weight > 0)
  if (present.length === 0) return []
  const points = flatten(present)
  let centres = chooseSeeds(present)
  for (let round = 0; round < ITERATIONS; round++) {
    const moved = moveCentres(points, centres)
    const isSettled =
      moved.length === centres.length && moved.every((centre, i) => squared(centre.lab, centres[i]!.lab) < SETTLED)
    centres = moved
    if (isSettled) break
  }
  return joinNear(centres).sort((a, b) => b.weight - a.weight || b.lab[0] - a.lab[0])
}

function chooseSeeds(colors: readonly WeightedColor[]): WeightedColor[] {
  const nearest = new Float64Array(colors.length).fill(Infinity)
  const seeds: WeightedColor[] = [colors.reduce((a, b) => (b.weight > a.weight ? b : a))]
  while (seeds.length < CLUSTERS) {
    const last = seeds[seeds.length - 1]!.lab
    let best = -1
    let most = 0
    for (let i = 0; i < colors.length; i++) {
      const { lab, weight } = colors[i]!
      nearest[i] = Math.min(nearest[i]!, squared(lab, last))
      if (weight * nearest[i]! <= most) continue
      best = i
      most = weight * nearest[i]!
    }
    if (best < 0) break
    seeds.push(colors[best]!)
  }
  return seeds
}

/** L, a, b and weight of each colour, interleaved, because the inner loop runs over thousands of them. */
function flatten(colors: readonly WeightedColor[]): Float64Array {
  const flat = new Float64Array(4 * colors.length)
  for (let i = 0; i < colors.length; i++) {
    const { lab, weight } = colors[i]!
    flat[4 * i] = lab[0]
    flat[4 * i + 1] = lab[1]
    flat[4 * i + 2] = lab[2]
    flat[4 * i + 3] = weight
  }
  return flat
}

function moveCentres(points: Float64Array, centres: readonly WeightedColor[]): WeightedColor[] {
  const at = flatten(centres)
  const sums = new Float64Array(at.length)
  for (let p = 0; p < points.length; p += 4) {
    const L = points[p]!
    const a = points[p + 1]!
    const b = points[p + 2]!
    const weight = points[p + 3]!
    let own = 0
    let least = Infinity
    for (let c = 0; c < at.length; c += 4) {
      const l = L - at[c]!
      const u = a - at[c + 1]!
      const v = b - at[c + 2]!
      const apart = l * l + u * u + v * v
      if (apart >= least) continue
      own = c
      least = apart
    }
    sums[own]! += L * weight
    sums[own + 1]! += a * weight
    sums[own + 2]! += b * weight
    sums[own + 3]! += weight
  }
  return centres
    .map((_, i) => sums.subarray(4 * i, 4 * i + 4))
    .filter((sum) => sum[3]! > 0)
    .map(([L, a, b, weight]) => ({ lab: [L! / weight!, a! / weight!, b! / weight!], weight: weight! }))
}

/** Joins the closest two clusters while they are closer than SAME_COLOR. */
function joinNear(centres: readonly WeightedColor[]): WeightedColor[] {
  const left = [...centres]
  for (;;) {
    let [first, second, least] = [0, 0, SAME_COLOR]
    for (let i = 0; i < left.length; i++) {
      for (let j = i + 1; j < left.length; j++) {
        const apart = ciede2000(left[i]!.lab, left[j]!.lab)
        if (apart < least) [first, second, least] = [i, j, apart]
      }
    }
    if (first === second) return left
    left[first] = mix(left[first]!, left[second]!)
    left.splice(second, 1)
  }
}

function mix(a: WeightedColor, b: WeightedColor): WeightedColor {
  const weight = a.weight + b.weight
  const at = (k: 0 | 1 | 2): number => (a.lab[k] * a.weight + b.lab[k] * b.weight) / weight
  return { lab: [at(0), at(1), at(2)], weight }
}
