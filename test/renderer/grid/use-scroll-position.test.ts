import { afterEach, expect, test } from 'vitest'
import { createApp, h, nextTick, ref, shallowRef, type App } from 'vue'
import { layoutGrid, outlineOf, type GridLayout, rowOf } from '../../../src-renderer/grid/grid-layout.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'
import { useMappedScroll } from '../../../src-renderer/grid/use-mapped-scroll.ts'
import { useScrollPosition } from '../../../src-renderer/grid/use-scroll-position.ts'
import type { TilePages, TileSource } from '../../../src-renderer/photos/tile-source.ts'
import { fakePhoto, tileOf } from '../fake-photos.ts'

const VIEW = 700
const PHOTOS = 5000
const options = { mode: 'justified', width: 1000, rowHeight: 200, gap: 6, captionHeight: 0, headHeight: 48 } as const
let app: App | undefined
afterEach(() => app?.unmount())

const outline = outlineOf(segmentsOf(PHOTOS, []), options)
/** The list with some of its pages, whose photos are all upright, so that their rows differ from the estimate. */
const layoutWith = (...pages: number[]): GridLayout => {
  const upright = Array.from({ length: 100 }, (_, id) => tileOf(fakePhoto(id + 1, { width: 2000, height: 3000 })))
  const loaded: TilePages = new Map(pages.map((page) => [page, upright]))
  return layoutGrid(loaded, outline, new WeakMap())
}

/** A list that draws its top; `drawn` has the drawn positions in order. */
const start = () => {
  const element = document.createElement('div')
  const layout = shallowRef(layoutWith())
  const drawn: number[] = []
  let list!: ReturnType<typeof useMappedScroll> & ReturnType<typeof useScrollPosition>
  app = createApp({
    setup: () => {
      const scroller = ref(element)
      const scrolling = useMappedScroll(scroller, () => ({ height: layout.value.height, view: VIEW }))
      const source = (): TileSource => ({ serial: 0 }) as TileSource
      const position = useScrollPosition({
        element: scroller,
        source,
        layout,
        height: ref(VIEW),
        scrolling,
        margin: 0,
      })
      list = { ...scrolling, ...position }
      return () => {
        drawn.push(Math.round(scrolling.scrollTop.value))
        return h('div', layout.value.total)
      }
    },
  })
  app.mount(document.createElement('div'))
  return { element, layout, drawn, list }
}

test('rows that pages above move are drawn once, at their new position', async () => {
  const { element, layout, drawn, list } = start()
  const photo = 2030
  list.goTo(rowOf(layout.value, photo).top)
  await nextTick()
  drawn.length = 0
  layout.value = layoutWith(18, 19)
  await nextTick()
  await nextTick()
  const { top } = rowOf(layout.value, photo)
  expect(element.scrollTop).toBeCloseTo(top, 0)
  expect(new Set(drawn)).toEqual(new Set([Math.round(top)]))
})

test('a photo brought into view is followed to where its page puts it', async () => {
  const { element, layout, drawn, list } = start()
  list.reveal(2030, 'start')
  await nextTick()
  drawn.length = 0
  layout.value = layoutWith(19, 20)
  await nextTick()
  await nextTick()
  const { top } = rowOf(layout.value, 2030)
  expect(element.scrollTop).toBeCloseTo(top, 0)
  expect(new Set(drawn)).toEqual(new Set([Math.round(top)]))
})
