/** Levels of lightness whose shares are counted. */
const LEVELS = 100
/**
 * So many levels to each side a pixel counts in part as darker: a large area of one colour would otherwise be darker
 * than itself by a rounding.
 */
const REACH = 8
/** From this spread of lightness (standard deviation) on a picture is evened out in full; a flat one stays as it is. */
const FULL_SPREAD = 12

/**
 * Evens out the lightness of a picture (histogram equalisation): from a lightness of 0 to 100 to the share of the
 * picture that is darker, in percent, so that a brighter or darker copy gets the same. `counts` are the picture's
 * lightnesses and how many pixels have each.
 */
export function evenLightness(counts: readonly (readonly [lightness: number, count: number])[]) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const mean = counts.reduce((sum, [lightness, count]) => sum + lightness * count, 0) / total
  const spread = Math.sqrt(counts.reduce((sum, [lightness, count]) => sum + (lightness - mean) ** 2 * count, 0) / total)
  const part = Math.min(1, spread / FULL_SPREAD)
  const darker = countDarker(counts)
  return (lightness: number): number => {
    const level = Math.min(LEVELS, Math.floor(lightness))
    const within = darker[level]! + (darker[level + 1]! - darker[level]!) * (lightness - level)
    return part * ((100 * within) / total) + (1 - part) * lightness
  }
}

/** How many pixels are darker than each level; those that are REACH levels away or nearer count in part. */
function countDarker(counts: readonly (readonly [lightness: number, count: number])[]): Float64Array {
  const sums = new Float64Array(LEVELS + 2)
  for (const [lightness, count] of counts) {
    const level = Math.min(LEVELS, Math.floor(lightness))
    const upper = lightness - level
    sums[level]! += count * (1 - upper)
    sums[level + 1]! += count * upper
  }
  for (let level = 1; level < sums.length; level++) sums[level]! += sums[level - 1]!
  return sums.map((_, level) => {
    let darker = 0
    for (let near = level - REACH; near < level + REACH; near++) darker += sums[Math.min(LEVELS + 1, near)] ?? 0
    return darker / (2 * REACH)
  })
}
