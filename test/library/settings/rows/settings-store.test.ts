import { expect, test } from 'vitest'
import { openWithRoot } from '../../catalog/library.ts'

test('settings and small values are stored', () => {
  const { catalog } = openWithRoot()
  expect(catalog.settings.get()).toMatchObject({ nsfwMode: 'blur', minConfidence: 20 })
  expect(catalog.settings.set({ nsfwMode: 'hide' })).toMatchObject({ nsfwMode: 'hide', tileSize: 200 })
  expect(catalog.settings.get().nsfwMode).toBe('hide')
  catalog.settings.setState('queue', 'paused')
  expect(catalog.settings.getState('queue')).toBe('paused')
  catalog.settings.setState('queue', null)
  expect(catalog.settings.getState('queue')).toBeNull()
})
