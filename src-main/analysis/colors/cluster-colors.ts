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

/**
 * The main colours of a weighted set, by falling weight: k-means in Lab, then similar clusters joined. Each seed is the
 * colour with the most weight times squared distance from the previous seeds (k-means++ without randomness), so that
 * the same input always gives the same output. Each colour is three numbers of `labs`; those without weight do not count.
 */
export function clusterColors(labs: Float64Array, weights: Uint32Array): WeightedColor[] {
  const points = weighted(labs, weights)
  if (points.length === 0) return []
  let { centres, owners } = chooseSeeds(points)
  for (let round = 0; round < ITERATIONS; round++) {
    owners = assign(points, centres, owners)
    const moved = meansOf(points, owners, centres.length / EACH)
    const isSettled = moved.length === centres.length && isNearly(moved, centres)
    if (moved.length !== centres.length) owners = new Uint8Array(owners.length)
    centres = moved
    if (isSettled) break
  }
  return joinNear(unflatten(centres)).sort((a, b) => b.weight - a.weight || b.lab[0] - a.lab[0])
}

/** Numbers of a colour in a flat list: L, a, b and weight. The inner loops run over thousands of colours. */
const EACH = 4

function weighted(labs: Float64Array, weights: Uint32Array): Float64Array {
  const points = new Float64Array(EACH * weights.length)
  let size = 0
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue
    points[size] = labs[3 * i]!
    points[size + 1] = labs[3 * i + 1]!
    points[size + 2] = labs[3 * i + 2]!
    points[size + 3] = weights[i]!
    size += EACH
  }
  return points.subarray(0, size)
}

const unflatten = (flat: Float64Array): WeightedColor[] =>
  Array.from({ length: flat.length / EACH }, (_, i) => {
    const [L, a, b, weight] = flat.subarray(EACH * i, EACH * (i + 1))
    return { lab: [L!, a!, b!], weight: weight! }
  })

/** The squared distance of two colours in Lab, each the first of its numbers in a list. */
function squared(one: Float64Array, i: number, other: Float64Array, j: number): number {
  const l = one[i]! - other[j]!
  const u = one[i + 1]! - other[j + 1]!
  const v = one[i + 2]! - other[j + 2]!
  return l * l + u * u + v * v
}

/** The first centres, and the nearest of each colour but for the last one. */
function chooseSeeds(points: Float64Array): { centres: Float64Array; owners: Owners } {
  const owners = new Uint8Array(points.length / EACH)
  const nearest = new Float64Array(points.length / EACH).fill(Infinity)
  let seed = 0
  for (let at = EACH; at < points.length; at += EACH) if (points[at + 3]! > points[seed + 3]!) seed = at
  const seeds = [seed]
  while (seeds.length < CLUSTERS) {
    const last = seed
    seed = -1
    let max = 0
    for (let i = 0, at = 0; i < nearest.length; i++, at += EACH) {
      const apart = squared(points, at, points, last)
      if (apart < nearest[i]!) {
        nearest[i] = apart
        owners[i] = seeds.length - 1
      }
      const worth = points[at + 3]! * nearest[i]!
      if (worth <= max) continue
      seed = at
      max = worth
    }
    if (seed < 0) break
    seeds.push(seed)
  }
  const centres = new Float64Array(EACH * seeds.length)
  for (const [i, at] of seeds.entries()) centres.set(points.subarray(at, at + EACH), EACH * i)
  return { centres, owners }
}

/** For each colour the number of a centre that is near. */
type Owners = Uint8Array

/** Allows for the rounding of distances. */
const CERTAINLY = 4.0001

/**
 * The nearest centre of each colour, and the first of equals. A centre at least twice as far from the colour's last
 * centre as the colour itself cannot be nearer, so that most are never compared.
 */
function assign(points: Float64Array, centres: Float64Array, before: Owners): Owners {
  const count = centres.length / EACH
  const { order, apart: between } = sortByDistance(centres)
  const owners = new Uint8Array(before.length)
  for (let i = 0, at = 0; i < owners.length; i++, at += EACH) {
    const last = before[i]!
    let own = last
    let min = squared(points, at, centres, EACH * last)
    const reach = CERTAINLY * min
    for (let k = last * count + 1; k < (last + 1) * count && between[k]! < reach; k++) {
      const c = order[k]!
      const apart = squared(points, at, centres, EACH * c)
      if (apart > min || (apart === min && c > own)) continue
      own = c
      min = apart
    }
    owners[i] = own
  }
  return owners
}

/** For each centre all centres, beginning with itself, by their squared distance. */
function sortByDistance(centres: Float64Array): { order: Uint8Array; apart: Float64Array } {
  const count = centres.length / EACH
  const order = new Uint8Array(count * count)
  const apart = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    const first = i * count
    order[first] = i
    let size = 1
    for (let j = 0; j < count; j++) {
      if (j === i) continue
      const distance = squared(centres, EACH * i, centres, EACH * j)
      let place = first + size++
      for (; place > first + 1 && apart[place - 1]! > distance; place--) {
        order[place] = order[place - 1]!
        apart[place] = apart[place - 1]!
      }
      order[place] = j
      apart[place] = distance
    }
  }
  return { order, apart }
}

/** The weighted mean of each centre's colours; centres without any are left out. */
function meansOf(points: Float64Array, owners: Owners, count: number): Float64Array {
  const sums = new Float64Array(EACH * count)
  for (let i = 0, at = 0; i < owners.length; i++, at += EACH) {
    const own = EACH * owners[i]!
    const weight = points[at + 3]!
    sums[own]! += points[at]! * weight
    sums[own + 1]! += points[at + 1]! * weight
    sums[own + 2]! += points[at + 2]! * weight
    sums[own + 3]! += weight
  }
  let size = 0
  for (let from = 0; from < sums.length; from += EACH) {
    const weight = sums[from + 3]!
    if (weight <= 0) continue
    for (let k = 0; k < 3; k++) sums[size + k] = sums[from + k]! / weight
    sums[size + 3] = weight
    size += EACH
  }
  return sums.slice(0, size)
}

function isNearly(moved: Float64Array, centres: Float64Array): boolean {
  for (let at = 0; at < moved.length; at += EACH) if (squared(moved, at, centres, at) >= SETTLED) return false
  return true
}

/** Joins the closest two clusters while they are closer than SAME_COLOR. */
function joinNear(centres: readonly WeightedColor[]): WeightedColor[] {
  const left = [...centres]
  for (;;) {
    let [first, second, min] = [0, 0, SAME_COLOR]
    for (let i = 0; i < left.length; i++) {
      for (let j = i + 1; j < left.length; j++) {
        const apart = ciede2000(left[i]!.lab, left[j]!.lab)
        if (apart < min) [first, second, min] = [i, j, apart]
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
