import { nextTick } from 'vue'
import { expect, test, vi } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

test('a closed window leaves no listener on the page', async () => {
  const kept: string[] = []
  for (const target of [window, document]) {
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, ...rest: unknown[]) => {
      kept.push(type)
      add(type, ...(rest as [never]))
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((type: string, ...rest: unknown[]) => {
      if (kept.includes(type)) kept.splice(kept.indexOf(type), 1)
      remove(type, ...(rest as [never]))
    })
  }
  const open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => open.tiles().length === 1, 'the photo')
  expect(kept).toContain('storage')
  open.close()
  await nextTick()
  await nextTick()
  expect(kept).toEqual([])
})
