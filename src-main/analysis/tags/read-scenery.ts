import { lumaOf } from '../../base/color/luma.ts'
import type { Raster } from '../photo/photo.ts'

/** Shares of the picture, 0 to 1, that look like parts of an outdoor scene, only by colour and texture. */
export type Scenery = {
  /** Uniform and bright from the upper edge down. */
  sky: number
  /** Of that, the blue part. */
  blueSky: number
  /** Of that, the white or grey part with varying brightness. */
  cloud: number
  /** Green with texture, of the upper third. */
  crowns: number
  /** Green, of the lower third. */
  lawn: number
  /** White or bluish white and bright below the sky, of the lower two thirds. */
  snow: number
  /** The same, of the lower half: there it is no cloud. */
  whiteGround: number
  /** Pale yellow to brown and even, of the lower half. */
  sand: number
  /** Even and of the colour that most of the edge has, of the two outer cells on each side. */
  evenEdge: number
  /** Even and white, of the same. */
  whiteEdge: number
  /** Even and black, of the same. */
  blackEdge: number
}

const CELLS = 24

/** The look of a cell: colours from 0 to 255; `texture` is the mean step between neighbours. */
type Cell = { r: number; g: number; b: number; luma: number; saturation: number; texture: number }

/** Reads a picture in 24 by 24 cells; finds nothing in a picture too small for that. */
export function readScenery(pixels: Raster): Scenery {
  if (pixels.width < 2 * CELLS || pixels.height < 2 * CELLS) return none
  const cells = averageCells(pixels)
  const sky = findSky(cells)
  const skyCells = cells.filter((_, k) => sky[k])
  const rest = (from: number) => cells.filter((_, k) => !sky[k] && rowOf(k) >= from * CELLS)
  const share = (part: readonly Cell[], from: number) => part.length / (CELLS * CELLS * (1 - from))
  const blue = skyCells.filter(isBlue)
  return {
    sky: share(skyCells, 0),
    blueSky: share(blue, 0),
    cloud: isUneven(cells, sky) ? share(skyCells.filter(isPale), 0) : 0,
    crowns: share(
      cells.filter((cell, k) => rowOf(k) < CELLS / 3 && isGreen(cell) && cell.texture >= CROWNS_FROM),
      2 / 3,
    ),
    lawn: share(rest(2 / 3).filter(isGreen), 2 / 3),
    snow: share(rest(1 / 3).filter(isSnow), 1 / 3),
    whiteGround: share(rest(0.5).filter(isSnow), 0.5),
    sand: share(rest(0.5).filter(isSand), 0.5),
    ...readEdge(cells.filter((_, k) => isAtEdge(k))),
  }
}

const none: Scenery = {
  sky: 0,
  blueSky: 0,
  cloud: 0,
  crowns: 0,
  lawn: 0,
  snow: 0,
  whiteGround: 0,
  sand: 0,
  evenEdge: 0,
  whiteEdge: 0,
  blackEdge: 0,
}
const rowOf = (k: number) => Math.floor(k / CELLS)

const CROWNS_FROM = 9

/** Numbers of a cell while it is summed: pixels, red, green, blue, steps. */
const EACH = 5

function averageCells({ width, height, data }: Raster): Cell[] {
  const sums = new Uint32Array(EACH * CELLS * CELLS)
  const columns = Uint32Array.from({ length: CELLS + 1 }, (_, column) => Math.ceil((column * width) / CELLS))
  for (let y = 1; y < height; y += 2) {
    let to = EACH * CELLS * Math.floor((y * CELLS) / height)
    for (let column = 0; column < CELLS; column++, to += EACH) {
      const end = columns[column + 1]!
      let [r, g, b, steps] = [0, 0, 0, 0]
      let x = columns[column]! | 1
      const from = x
      for (; x < end; x += 2) {
        const at = 3 * (y * width + x)
        const green = data[at + 1]!
        r += data[at]!
        g += green
        b += data[at + 2]!
        steps += Math.abs(green - data[at - 2]!) + Math.abs(green - data[at + 1 - 3 * width]!)
      }
      sums[to]! += (x - from) / 2
      sums[to + 1]! += r
      sums[to + 2]! += g
      sums[to + 3]! += b
      sums[to + 4]! += steps
    }
  }
  return Array.from({ length: CELLS * CELLS }, (_, k) => {
    const n = sums[EACH * k]!
    const mean = (i: number) => sums[EACH * k + i]! / n
    return toCell(mean(1), mean(2), mean(3), mean(4))
  })
}

function toCell(r: number, g: number, b: number, texture: number): Cell {
  const highest = Math.max(r, g, b)
  const saturation = highest === 0 ? 0 : (highest - Math.min(r, g, b)) / highest
  return { r, g, b, luma: lumaOf(r, g, b), saturation, texture }
}

const isBlue = ({ r, g, b, saturation }: Cell) => b > g && g >= r - 4 && saturation > 0.18
const isPale = ({ luma, saturation }: Cell) => luma > 85 && saturation < 0.22
const isGreen = ({ r, g, b, saturation, luma }: Cell) => g > r * 0.98 && g > b * 1.08 && saturation > 0.14 && luma > 22
const isSnow = ({ r, b, luma, saturation }: Cell) => luma > 165 && saturation < 0.2 && b >= r - 6
const isSand = ({ r, g, b, luma, texture }: Cell) =>
  r > g && g > b && r - b > 18 && r - b < 110 && luma > 95 && texture < 26

const SKY_TEXTURE = 12
/** Maximum difference in brightness between a cell of the sky and the next one. */
const SKY_STEP = 30

/** By how much green may exceed the other colours, of 255: what is greener is water, a wall or paper. */
const SKY_GREEN = 12

const looksLikeSky = (cell: Cell) =>
  cell.texture < SKY_TEXTURE && cell.luma > 40 && (isBlue(cell) || (isPale(cell) && !isGreenish(cell)))
const isGreenish = ({ r, g, b }: Cell) => g - Math.max(r, b) > SKY_GREEN

/** Cells connected to the upper edge that look like sky and do not extend to the lower edge. */
function findSky(cells: readonly Cell[]): Uint8Array {
  const sky = new Uint8Array(cells.length)
  const waiting = cells.flatMap((cell, k) => (k < CELLS && looksLikeSky(cell) ? [k] : []))
  for (const k of waiting) sky[k] = 1
  while (waiting.length > 0) {
    const k = waiting.pop()!
    for (const next of neighbours[k]!) {
      if (sky[next] || !looksLikeSky(cells[next]!)) continue
      if (Math.abs(cells[next]!.luma - cells[k]!.luma) > SKY_STEP) continue
      sky[next] = 1
      waiting.push(next)
    }
  }
  return runsThrough(sky) ? new Uint8Array(cells.length) : sky
}

/** The cells beside each one. */
const neighbours: readonly (readonly number[])[] = Array.from({ length: CELLS * CELLS }, (_, k) => {
  const column = k % CELLS
  return [
    ...(k >= CELLS ? [k - CELLS] : []),
    ...(k + CELLS < CELLS * CELLS ? [k + CELLS] : []),
    ...(column > 0 ? [k - 1] : []),
    ...(column < CELLS - 1 ? [k + 1] : []),
  ]
})

/** A backdrop, such as the paper in a shop's product picture, reaches the lower edge as well. */
function runsThrough(sky: Uint8Array): boolean {
  const below = sky.subarray(CELLS * (CELLS - 1)).reduce((sum, isSky) => sum + isSky, 0)
  return below > CELLS * 0.2
}

/**
 * From this mean on a pale sky has clouds: by how much brightness differs from halfway between the cells above and
 * below, of 255 and doubled. In an evening sky and on paper it only fades (1.7 at most on the even photos).
 */
const CLOUDS_FROM = 3.8

function isUneven(cells: readonly Cell[], sky: Uint8Array): boolean {
  const bends = cells.flatMap(({ luma }, k) =>
    sky[k] && sky[k - CELLS] && sky[k + CELLS]
      ? [Math.abs(cells[k - CELLS]!.luma + cells[k + CELLS]!.luma - 2 * luma)]
      : [],
  )
  return bends.reduce((sum, bend) => sum + bend, 0) > CLOUDS_FROM * bends.length
}

/** A backdrop reaches nearly all of the edge of a picture; a thing may be cut off by it. */
const EDGE = 2

function isAtEdge(k: number): boolean {
  const [row, column] = [rowOf(k), k % CELLS]
  return Math.min(row, column, CELLS - 1 - row, CELLS - 1 - column) < EDGE
}

/** Limits of a backdrop's texture; of the difference to its colour, of 255 in each channel; of white and of black. */
const BACKDROP = { texture: 12, difference: 24, white: 215, tint: 22, black: 35 }

function readEdge(cells: readonly Cell[]): Pick<Scenery, 'evenEdge' | 'whiteEdge' | 'blackEdge'> {
  const even = cells.filter(({ texture }) => texture < BACKDROP.texture)
  const share = (isOne: (cell: Cell) => boolean) => even.filter(isOne).length / cells.length
  const [r, g, b] = [medianOf(cells, 'r'), medianOf(cells, 'g'), medianOf(cells, 'b')]
  return {
    evenEdge: share((cell) => Math.max(...differences(cell, r, g, b)) < BACKDROP.difference),
    whiteEdge: share((cell) => cell.luma > BACKDROP.white && tintOf(cell) < BACKDROP.tint),
    blackEdge: share(({ luma }) => luma < BACKDROP.black),
  }
}

const medianOf = (cells: readonly Cell[], channel: 'r' | 'g' | 'b'): number =>
  Float64Array.from(cells, (cell) => cell[channel]).sort()[cells.length >> 1]!

const differences = (cell: Cell, r: number, g: number, b: number): number[] => [
  Math.abs(cell.r - r),
  Math.abs(cell.g - g),
  Math.abs(cell.b - b),
]

const tintOf = ({ r, g, b }: Cell): number => Math.max(r, g, b) - Math.min(r, g, b)
