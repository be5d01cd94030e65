import { beforeEach, expect, test } from 'vitest'
import { effectScope } from 'vue'
import { z } from 'zod'
import { useLeftChanges } from '../../../src-renderer/settings/left-changes.ts'

const Size = z.object({ width: z.number().default(10), height: z.number().default(20) })
type Size = z.infer<typeof Size>

beforeEach(() => sessionStorage.clear())

/** A page with these changes unsaved. */
function openPage(unsaved: Partial<Size> = {}) {
  const scope = effectScope()
  const left = scope.run(() => useLeftChanges<Size>('size', Size, () => unsaved))!
  const leave = (): void => {
    window.dispatchEvent(new Event('pagehide'))
    scope.stop()
  }
  return { left, leave }
}

test('the next page finds unsaved changes of the last one, once', () => {
  openPage({ width: 3 }).leave()
  const { left } = openPage()
  expect(left.take()).toEqual({ width: 3 })
  expect(left.take()).toEqual({})
})

test('a page that saved everything leaves nothing, and invalid entries are ignored', () => {
  openPage().leave()
  expect(openPage().left.take()).toEqual({})
  openPage({ width: 'wide' as never }).leave()
  expect(openPage().left.take()).toEqual({})
})
