/** The coarse shape of a picture: 64 bits, in two halves. Pictures that differ in few bits may show the same. */
export type Outline = { high: number; low: number }

const COLUMNS = 9
const ROWS = 8
const HEADER_BYTES = 5
/** Cells are equally bright up to rounding. */
const SAME = 1e-6

/**
 * The outline of a ThumbHash, the placeholder of every photo with a picture: whether each cell of a grid over the
 * picture is brighter than its left neighbour. Null unless the bytes are a ThumbHash without transparency.
 */
export function outlineOf(hash: Uint8Array): Outline | null {
  const waves = readWaves(hash)
  if (waves === null) return null
  const grid = drawGrid(waves)
  const outline = { high: 0, low: 0 }
  for (let bit = 0; bit < 64; bit++) {
    const cell = (bit >> 3) * COLUMNS + (bit & 7)
    if (grid[cell + 1]! > grid[cell]! + SAME) outline[bit < 32 ? 'high' : 'low'] |= 1 << (bit & 31)
  }
  return outline
}

/** In how many bits two outlines differ, 0 to 64. */
export const outlineDistance = (a: Outline, b: Outline): number => countBits(a.high ^ b.high) + countBits(a.low ^ b.low)

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** One cosine wave of the brightness: half periods across and down, and its weight. */
type Wave = { across: number; down: number; weight: number }

/** The brightness as ThumbHash stores it: four bits a wave, from the longest waves on. */
function readWaves(hash: Uint8Array): Wave[] | null {
  if (hash.length < HEADER_BYTES || ((hash[2] ?? 0) & 0x80) !== 0) return null
  const sizes = (hash[3] ?? 0) | ((hash[4] ?? 0) << 8)
  const isLandscape = sizes >> 15 === 1
  const shorter = Math.max(3, sizes & 7)
  const [nx, ny] = isLandscape ? [7, shorter] : [shorter, 7]
  const waves: Wave[] = []
  for (let down = 0; down < ny; down++)
    for (let across = down === 0 ? 1 : 0; across * ny < nx * (ny - down); across++) {
      const byte = hash[HEADER_BYTES + (waves.length >> 1)] ?? 0
      waves.push({ across, down, weight: weightOf((byte >> ((waves.length & 1) << 2)) & 15) })
    }
  return waves
}

/** Four bits have no middle: 7 and 8 both mean about zero, which must not decide over a plain area. */
const weightOf = (bits: number): number => (bits <= 7 ? bits - 7 : bits - 8) / 7

/** Heights of each wave at the middles of `cells` cells, one row per number of half periods. */
const wavesOver = (cells: number): readonly (readonly number[])[] =>
  Array.from({ length: 7 }, (_wave, half) =>
    Array.from({ length: cells }, (_cell, at) => Math.cos((Math.PI / cells) * half * (at + 0.5))),
  )
const overColumns = wavesOver(COLUMNS)
const overRows = wavesOver(ROWS)

function drawGrid(waves: readonly Wave[]): Float64Array {
  const grid = new Float64Array(COLUMNS * ROWS)
  for (const { across, down, weight } of waves) {
    if (weight === 0) continue
    const [x, y] = [overColumns[across]!, overRows[down]!]
    const scale = weight * (across > 0 && down > 0 ? 2 : 1)
    for (let cell = 0; cell < grid.length; cell++)
      grid[cell]! += scale * x[cell % COLUMNS]! * y[Math.floor(cell / COLUMNS)]!
  }
  return grid
}
