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

/** Maps with channels first: a logit per class and cell, and four distances per cell. */
export type CenterMaps = { logits: Float32Array; reach: Float32Array; columns: number; rows: number }

/**
 * The cells that no neighbour exceeds in their class, best first ("Objects as Points", Zhou et al. 2019). Works on
 * logits, so that only the few cells above `leastScore` are compared with neighbours.
 */
export function findPeaks(maps: CenterMaps, leastScore: number, most: number): Peak[] {
  const { logits, columns, rows } = maps
  const least = Math.log(leastScore / (1 - leastScore))
  const cells = columns * rows
  const found = indicesFrom(logits, least).flatMap((index) =>
    isPeak(maps, index, logits[index]!) ? [{ index, value: logits[index]! }] : [],
  )
  found.sort((a, b) => b.value - a.value)
  return found.slice(0, most).map(({ index, value }) => {
    const cell = index % cells
    const score = 1 / (1 + Math.exp(-value))
    return {
      kind: Math.floor(index / cells),
      row: Math.floor(cell / columns),
      column: cell % columns,
      score,
      reach: reachOf(maps, cell),
    }
  })
}

/**
 * Indexes of values from a negative limit on. Hardly any of over a million values reach it, so they are compared as
 * integers, four at a time, in a third of the time: the bits of negative floats rise as the floats fall, and those of
 * the others are lower.
 */
function indicesFrom(values: Float32Array, limit: number): number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const most = new Uint32Array(Float32Array.of(limit).buffer)[0]!
  const found: number[] = []
  for (let i = 0; i < bits.length; i += 4) {
    if (bits[i]! > most && bits[i + 1]! > most && bits[i + 2]! > most && bits[i + 3]! > most) continue
    for (let k = i; k < Math.min(i + 4, values.length); k++) if (values[k]! >= limit) found.push(k)
  }
  return found
}

function isPeak({ logits, columns, rows }: CenterMaps, index: number, value: number): boolean {
  const cell = index % (columns * rows)
  const plane = index - cell
  const row = Math.floor(cell / columns)
  const column = cell % columns
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (logits[plane + y * columns + x]! > value) return false
    }
  }
  return true
}

function reachOf({ reach, columns, rows }: CenterMaps, cell: number): Peak['reach'] {
  const plane = columns * rows
  return [reach[cell]!, reach[plane + cell]!, reach[2 * plane + cell]!, reach[3 * plane + cell]!]
}
