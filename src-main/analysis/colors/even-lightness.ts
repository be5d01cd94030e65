/** Levels of lightness whose shares are counted. */
const LEVELS = 100
/**
 * Pixels of up to this many levels more or less count partly as darker. Otherwise a large area of one colour would be
 * darker than itself by rounding.
 */
const REACH = 8
/**
 * Pictures with at least this spread of lightness (standard deviation) are evened out in full; flat ones stay as they
 * are.
 */
const FULL_SPREAD = 12

/**
 * Evens out the lightness of a picture (histogram equalisation). Maps a lightness of 0 to 100 to the percentage of the
 * picture that is darker, so that brighter or darker copies get the same. The picture is given by its lightnesses and
 * the number of pixels of each.
 */
export function evenLightness(lightnesses: ArrayLike<number>, counts: ArrayLike<number>) {
  let [total, sum] = [0, 0]
  for (let i = 0; i < counts.length; i++) {
    total += counts[i]!
    sum += lightnesses[i]! * counts[i]!
  }
  const mean = sum / total
  let squares = 0
  for (let i = 0; i < counts.length; i++) squares += (lightnesses[i]! - mean) ** 2 * counts[i]!
  const part = Math.min(1, Math.sqrt(squares / total) / FULL_SPREAD)
  const darker = countDarker(lightnesses, counts)
  return (lightness: number): number => {
    const level = Math.min(LEVELS, Math.floor(lightness))
    const within = darker[level]! + (darker[level + 1]! - darker[level]!) * (lightness - level)
    return part * ((100 * within) / total) + (1 - part) * lightness
  }
}

/** Number of pixels darker than each level; those at most REACH levels away count in part. */
function countDarker(lightnesses: ArrayLike<number>, counts: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(LEVELS + 2)
  for (let i = 0; i < counts.length; i++) {
    const level = Math.min(LEVELS, Math.floor(lightnesses[i]!))
    const upper = lightnesses[i]! - level
    sums[level]! += counts[i]! * (1 - upper)
    sums[level + 1]! += counts[i]! * upper
  }
  for (let level = 1; level < sums.length; level++) sums[level]! += sums[level - 1]!
  return sums.map((_, level) => {
    let darker = 0
    for (let near = level - REACH; near < level + REACH; near++) darker += sums[Math.min(LEVELS + 1, near)] ?? 0
    return darker / (2 * REACH)
  })
}
