import { createPinia } from 'pinia'
import { afterEach, expect, test } from 'vitest'
import { createApp, h, nextTick, reactive, type App } from 'vue'
import type { PictureKind } from '../../../src-main/contract/library/picture.ts'
import { useShell } from '../../../src-renderer/client/use-shell.ts'
import { connectionKey } from '../../../src-renderer/client/use-client.ts'
import PhotoPicture from '../../../src-renderer/pictures/PhotoPicture.vue'
import { createFakeLibrary } from '../fake-library.ts'
import { fakePhoto, tileOf } from '../fake-photos.ts'
import { until } from '../mount-app.ts'

let app: App | undefined
afterEach(() => app?.unmount())

/** A picture whose finer kind can be changed; `loads` is what it loads after the loaded ones. */
async function mountPicture(finer: PictureKind) {
  const photo = tileOf(fakePhoto(1))
  const state = reactive({ finer, turn: 1 })
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp({
    setup() {
      void useShell().load()
      return () =>
        h(PhotoPicture, {
          photo: { ...photo, turn: state.turn as 1 },
          kind: 'large',
          finer: state.finer,
          mayRefine: true,
          alt: '',
          mayLoad: true,
        })
    },
  })
  app.provide(connectionKey, createFakeLibrary({ photos: [fakePhoto(1)] }).connection)
  app.use(createPinia())
  app.mount(root)
  const image = () => root.querySelector('img')!
  const kind = () => /photo\/1\/(\w+)/.exec(image().getAttribute('src') ?? '')?.[1]
  const load = async (expected: PictureKind): Promise<void> => {
    await until(() => root.querySelector('img') && kind() === expected, expected)
    image().dispatchEvent(new Event('load'))
    await nextTick()
    await nextTick()
  }
  return { state, kind, load }
}

test('a larger place replaces the picture by a finer one at once, and a smaller one keeps it', async () => {
  const { state, kind, load } = await mountPicture('wide')
  await load('large')
  await load('wide')
  state.finer = 'preview'
  await nextTick()
  await nextTick()
  expect(kind()).toBe('preview')
  await load('preview')
  state.finer = 'wide'
  await nextTick()
  await nextTick()
  expect(kind()).toBe('preview')
})

test('a photo that was turned begins with the small picture again', async () => {
  const { state, load } = await mountPicture('wide')
  await load('large')
  await load('wide')
  state.turn = 6
  await load('large')
  await load('wide')
})
