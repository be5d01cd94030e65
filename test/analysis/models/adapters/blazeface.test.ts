import { describe, expect, test } from 'vitest'
import { createBlazeface } from '../../../../src-main/analysis/models/adapters/blazeface.ts'
import { cutSquare, squareAround, touchesCut } from '../../../../src-main/analysis/models/adapters/square-windows.ts'
import type { ModelSession, Tensor } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import type { Box } from '../../../../src-main/analysis/models/runtime/tasks.ts'
import { photoOf } from '../registry/sample-photos.ts'

/** Red grows from left to right and green from top to bottom, so that a view says where it lies. */
function gradient(width: number, height: number) {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++)
    data.set([Math.round((255 * (i % width)) / width), Math.round((255 * Math.floor(i / width)) / height), 128], 3 * i)
  return { width, height, data }
}
/** The original is ten times as large as the raster. */
const photo = photoOf(gradient(600, 400), { width: 6000, height: 4000 })

/** A network that finds nothing; the middle and the side of each square that it saw, in pixels of the original. */
function blindSession(): { session: ModelSession; squares: () => number[][] } {
  const seen: Tensor[] = []
  const none = (rows: number, values: number) => ({
    data: new Float32Array(rows * values).fill(-9),
    dims: [rows, values],
  })
  const session: ModelSession = {
    inputNames: ['image'],
    outputNames: [],
    async run({ image }) {
      seen.push(image!)
      return { logits_512: none(512, 1), boxes_512: none(512, 16), logits_384: none(384, 1), boxes_384: none(384, 16) }
    },
    close: async () => {},
  }
  const middleOf = ({ data }: Tensor) => {
    const at = (x: number, y: number) => 3 * (y * 256 + x)
    const across = (x: number) => (Number(data[at(x, 128)]) * 6000) / 255
    return [across(128), (Number(data[at(128, 128) + 1]) * 4000) / 255, (across(200) - across(56)) * (256 / 144)].map(
      (value) => Math.round(value / 100) * 100,
    )
  }
  return { session, squares: () => seen.map(middleOf) }
}

const head = (x: number, y: number, side = 1000): Box => ({ x1: x, y1: y, x2: x + side, y2: y + side })

/** The squares that are looked at, if faces may be at these places and none is found. */
async function looksAt(...places: Box[]) {
  const { session, squares } = blindSession()
  await createBlazeface(session, 'blazeface').faces.detect(photo, () => places)
  return squares()
}

describe('BlazeFace', () => {
  test('sees the whole photo if nobody knows where faces may be', async () => {
    const { session, squares } = blindSession()
    expect(await createBlazeface(session, 'blazeface').faces.detect(photo)).toEqual([])
    expect(squares()).toEqual([[3000, 2000, 6000]])
    expect(await looksAt()).toEqual([[3000, 2000, 6000]])
  })

  test('sees the places where faces may be from as close as possible, and once', async () => {
    expect(await looksAt(head(2000, 1000, 3000))).toEqual([[3500, 2300, 3400]])
    expect(await looksAt(head(0, 0, 400))).toEqual([[1000, 1000, 2000]])
  })

  test('looks closer at each half if the places are far from each other', async () => {
    const [left, middle, right] = [head(0, 1000), head(2000, 1500), head(4900, 1000)]
    expect(await looksAt(left, middle, right)).toEqual([
      [3000, 2000, 6000],
      [1700, 1800, 3500],
      [5000, 1500, 2000],
    ])
  })
})

describe('a square of the photo', () => {
  test('boxes at an edge are cut only where the photo goes on', async () => {
    const window = await cutSquare(photo, squareAround([head(0, 1000)], photo), 256)
    expect(window.isCut).toEqual({ left: false, top: true, right: true, bottom: true })
    expect(touchesCut(window, { x1: 0, y1: 60, x2: 80, y2: 140 })).toBe(false)
    expect(touchesCut(window, { x1: 180, y1: 60, x2: 256, y2: 140 })).toBe(true)
  })

  test('a point of it is found again in the photo, also where black is around', async () => {
    for (const boxes of [[head(0, 0, 6000)], [head(1000, 500, 2000)], [head(4000, 3000, 900)]]) {
      const window = await cutSquare(photo, squareAround(boxes, photo), 256)
      const { x1, y1, x2, y2 } = window.inside
      for (const [x, y] of [
        [x1 + 8, y1 + 8],
        [x2 - 9, y2 - 9],
      ] as const) {
        const at = 3 * (y * 256 + x)
        expect(Math.abs((x + 0.5) * window.scale + window.offsetX - (window.data[at]! * 6000) / 255)).toBeLessThan(60)
        expect(Math.abs((y + 0.5) * window.scale + window.offsetY - (window.data[at + 1]! * 4000) / 255)).toBeLessThan(
          60,
        )
      }
    }
  })
})
