import { createPinia } from 'pinia'
import { afterEach, expect, test } from 'vitest'
import { createApp, h, nextTick, reactive, type App } from 'vue'
import { connectionKey } from '../../../src-renderer/client/use-client.ts'
import { boxesOf } from '../../../src-renderer/grid/justified-layout.ts'
import TileRow from '../../../src-renderer/grid/TileRow.vue'
import { badgesOf } from '../../../src-renderer/grid/tile-parts.ts'
import type { TileSource } from '../../../src-renderer/photos/tile-source.ts'
import { createFakeLibrary } from '../fake-library.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

let app: App | undefined
afterEach(() => app?.unmount())

/** A row of three photos, in a list that scrolls fast or not. */
const mountRow = (isFlying: boolean) => {
  const photos = fakePhotos(3).map((photo) => ({
    ...photo,
    rating: 3,
    placeholder: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA',
  }))
  const source = { tile: (index: number) => tileOf(photos[index]!) } as unknown as TileSource
  const state = reactive({ isFlying })
  const fixed = {
    source,
    first: 0,
    boxes: boxesOf([300, 300, 300], { height: 200, gap: 6 }),
    captionHeight: 0,
    mayLoad: false,
    mayRefine: false,
  }
  const badges = badgesOf(['rating'])
  app = createApp({ render: () => h(TileRow, { ...fixed, badges, labels: [], isFlying: state.isFlying }) })
  app.provide(connectionKey, createFakeLibrary({ photos }).connection)
  app.use(createPinia())
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app.mount(root)
  const count = (selector: string): number => root.querySelectorAll(selector).length
  return { state, root, count }
}

test('a tile scrolling by fast shows only its colours, and everything once the list rests', async () => {
  const { state, root, count } = mountRow(true)
  expect([count('.placeholder'), count('.picture'), count('.stars')]).toEqual([3, 0, 0])
  const first = root.querySelector<HTMLElement>('[role=gridcell]')!
  first.focus()
  state.isFlying = false
  await nextTick()
  expect([count('.placeholder'), count('.picture'), count('.stars')]).toEqual([3, 3, 3])
  expect(document.activeElement).toBe(first)
})

test('a row from before the fast scroll stays unchanged', async () => {
  const { state, count } = mountRow(false)
  state.isFlying = true
  await nextTick()
  expect([count('.foot'), count('.stars')]).toEqual([3, 3])
})
