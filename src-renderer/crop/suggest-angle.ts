/** Pixels: RGBA, eight bits each, row by row. */
type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** A photo that is farther off was held so on purpose, in degrees. */
const MAX_DEGREES = 12
const STEP = 0.25
/** Weaker edges are noise, in levels of brightness. */
const MIN_EDGE = 12
/** A line must exceed other angles by this factor and span this share of the picture. */
const CLEARLY = 1.35
const MIN_LENGTH = 0.25

/**
 * The angle of a photo's horizon, or of other long lines that ought to be level or upright, in degrees clockwise; null
 * if no angle stands out. Along lines of each angle it gathers how strong edges of that direction are: a long line
 * fills one of them. `pixels` of some hundred a side are enough.
 */
export function suggestAngle(pixels: Pixels): number | null {
  const luma = lumaOf(pixels)
  const edges = [...edgesAlong(luma, pixels, true), ...edgesAlong(luma, pixels, false)]
  const angles = Array.from({ length: (2 * MAX_DEGREES) / STEP + 1 }, (_none, at) => at * STEP - MAX_DEGREES)
  const scores = angles.map((angle) => scoreOf(edges, angle, pixels))
  const best = scores.indexOf(Math.max(...scores))
  const middle = scores.toSorted((a, b) => a - b)[scores.length >> 1]!
  const isAtEnd = best === 0 || best === scores.length - 1
  if (isAtEnd || scores[best]! < middle * CLEARLY || scores[best]! < MIN_LENGTH) return null
  // The top of the parabola through the best angle and its neighbours.
  const [before, there, after] = [scores[best - 1]!, scores[best]!, scores[best + 1]!]
  const bend = before - 2 * there + after
  const shift = bend === 0 ? 0 : (before - after) / (2 * bend)
  return Math.round((angles[best]! + shift * STEP) * 100) / 100
}

/** A place at which brightness changes mostly down, or mostly across. */
type Edge = { x: number; y: number; isLevel: boolean }

function* edgesAlong(luma: Float32Array, { width, height }: Pixels, isLevel: boolean): Generator<Edge> {
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const across = luma[at + 1]! - luma[at - 1]!
      const down = luma[at + width]! - luma[at - width]!
      const [along, other] = isLevel ? [down, across] : [across, down]
      // Only the strongest pixel across an edge counts, and only edges nearly of this direction.
      if (Math.abs(along) < MIN_EDGE || Math.abs(other) > Math.abs(along) * 0.5) continue
      const step = isLevel ? width : 1
      const beside = (by: number) => Math.abs((luma[at + by + step] ?? 0) - (luma[at + by - step] ?? 0))
      if (Math.abs(along) >= beside(-step) && Math.abs(along) > beside(step)) yield { x, y, isLevel }
    }
}

/** The share of the picture that the three longest lines of an angle cross, on average. */
function scoreOf(edges: readonly Edge[], angle: number, { width, height }: Pixels): number {
  const slope = Math.tan((angle * Math.PI) / 180)
  const lines = { level: new Map<number, number>(), upright: new Map<number, number>() }
  for (const { x, y, isLevel } of edges) {
    const kind = isLevel ? lines.level : lines.upright
    const place = Math.round(isLevel ? y - x * slope : x + y * slope)
    kind.set(place, (kind.get(place) ?? 0) + 1)
  }
  const shares = [
    ...[...lines.level.values()].map((count) => count / width),
    ...[...lines.upright.values()].map((count) => count / height),
  ]
  const [first = 0, second = 0, third = 0] = shares.toSorted((a, b) => b - a)
  return first * 0.7 + second * 0.2 + third * 0.1
}

function lumaOf({ data, width, height }: Pixels): Float32Array {
  const luma = new Float32Array(width * height)
  for (let at = 0; at < luma.length; at++)
    luma[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!
  return luma
}
