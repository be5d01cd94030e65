import { expect, test } from 'vitest'
import { layoutGrid, outlineOf, type GridOptions } from '../../../src-renderer/grid/grid-layout.ts'
import { indexesIn, Marquee } from '../../../src-renderer/grid/marquee.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'

/** Four squares of 247 pixels in each row, 253 apart. */
const options: GridOptions = {
  mode: 'square',
  width: 1006,
  rowHeight: 247,
  gap: 6,
  captionHeight: 0,
  headHeight: 40,
}
const layout = layoutGrid(new Map(), outlineOf(segmentsOf(250), options), new WeakMap())

test('a frame has the photos it touches, from whichever corner it is drawn', () => {
  const marquee = new Marquee()
  marquee.begin({ x: 300, y: 300 })
  expect(marquee.moveTo({ x: 520, y: 520 })).toEqual({ left: 300, top: 300, right: 520, bottom: 520 })
  expect(indexesIn(layout, marquee.box!)).toEqual([5, 6, 9, 10])
  expect(marquee.end()).toBe(true)
  marquee.begin({ x: 520, y: 520 })
  expect(indexesIn(layout, marquee.moveTo({ x: 300, y: 300 })!)).toEqual([5, 6, 9, 10])
})

test('between photos there is nothing to touch', () => {
  expect(indexesIn(layout, { left: 248, top: 10, right: 252, bottom: 200 })).toEqual([])
  expect(indexesIn(layout, { left: 0, top: 248, right: 900, bottom: 252 })).toEqual([])
})

test('a trembling pointer draws no frame; one that returned keeps its own', () => {
  const marquee = new Marquee()
  expect(marquee.moveTo({ x: 900, y: 900 })).toBe(null)
  marquee.begin({ x: 100, y: 100 })
  expect(marquee.moveTo({ x: 103, y: 103 })).toBe(null)
  expect(marquee.moveTo({ x: 110, y: 100 })).not.toBe(null)
  expect(marquee.moveTo({ x: 101, y: 100 })).toEqual({ left: 100, top: 100, right: 101, bottom: 100 })
  marquee.end()
  marquee.begin({ x: 100, y: 100 })
  expect(marquee.end()).toBe(false)
})

test('a frame over many pages has all photos between, loaded or not', () => {
  const touched = indexesIn(layout, { left: 0, top: 0, right: 1006, bottom: layout.height })
  expect(touched).toEqual(Array.from({ length: 250 }, (_, index) => index))
})
