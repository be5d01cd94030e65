import { levelsOf, type Levels } from '../runtime/quantise-model.ts'

/**
 * A local maximum of one class map: its cell, its probability, and the object's extent to the left, up, right and down
 * of the cell, in pixels.
 */
export type Peak = {
  kind: number
  row: number
  column: number
  score: number
  reach: readonly [number, number, number, number]
}

/**
 * What the levels of the two maps mean: those of logits begin below the least score that is asked for, since all below
 * it is alike.
 */
export const mapRanges = { logits: [-2.4, 4.6], reach: [-4.5, 378] } as const
const logitLevels = levelsOf(mapRanges.logits)
const reachLevels = levelsOf(mapRanges.reach)

/** Maps with channels first, as levels of `mapRanges`: a logit per class and cell, and four distances per cell. */
export type CenterMaps = { logits: Uint8Array; reach: Uint8Array; columns: number; rows: number }

/**
 * The cells that no neighbour exceeds in their class, best first ("Objects as Points", Zhou et al. 2019); of equal
 * neighbours the first. Works on levels of logits, so that only the few cells from `minScore` on are compared with
 * neighbours. Scores below 0.09 and above 0.99 cannot be told apart.
 */
export function findPeaks(maps: CenterMaps, minScore: number, max: number): Peak[] {
  const { logits, columns, rows } = maps
  const min = Math.ceil(Math.log(minScore / (1 - minScore)) / logitLevels.scale + logitLevels.zero)
  const cells = columns * rows
  const found = indicesFrom(logits, min).filter((index) => isPeak(maps, index))
  found.sort((a, b) => logits[b]! - logits[a]!)
  return found.slice(0, max).map((index) => {
    const cell = index % cells
    return {
      kind: Math.floor(index / cells),
      row: Math.floor(cell / columns),
      column: cell % columns,
      score: 1 / (1 + Math.exp(-numberOf(logits[index]!, logitLevels))),
      reach: reachOf(maps, cell),
    }
  })
}

const numberOf = (level: number, { scale, zero }: Levels): number => (level - zero) * scale

/** Indexes of levels from a limit above 0 on. Hardly any of over a million is not 0, so four are looked at at once. */
function indicesFrom(levels: Uint8Array, limit: number): number[] {
  const fours = new Uint32Array(levels.buffer, levels.byteOffset, levels.length / 4)
  const found: number[] = []
  for (let i = 0; i < fours.length; i++) {
    if (fours[i] === 0) continue
    for (let k = 4 * i; k < 4 * i + 4; k++) if (levels[k]! >= limit) found.push(k)
  }
  return found
}

function isPeak({ logits, columns, rows }: CenterMaps, index: number): boolean {
  const level = logits[index]!
  const cell = index % (columns * rows)
  const plane = index - cell
  const row = Math.floor(cell / columns)
  const column = cell % columns
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      const at = plane + y * columns + x
      if (logits[at]! > level || (logits[at] === level && at < index)) return false
    }
  }
  return true
}

function reachOf({ reach, columns, rows }: CenterMaps, cell: number): Peak['reach'] {
  const plane = columns * rows
  const side = (k: number) => numberOf(reach[k * plane + cell]!, reachLevels)
  return [side(0), side(1), side(2), side(3)]
}
