import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest, openWithRoot, saveTags, tag } from '../library.ts'

test('a lost or damaged file of thumbnails is made anew and the pictures become pending', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 80))
  catalog.close()
  writeFileSync(join(folder, 'thumbnails.db'), 'broken')
  const again = openForTest(folder)
  expect(again.thumbnails.get(id!)).toBeNull()
  expect(again.photos.tiles([id!])).toMatchObject([{ thumbVersion: 0, status: 'pending' }])
  expect(again.analysis.takePending(1, { first: [], busy: new Set() })).toMatchObject([{ id, steps: ['preview'] }])
  again.analysis.saveOutcome(id!, ['preview'], { ok: true, findings: { thumbnail: new Uint8Array([9]) }, warnings: [] })
  expect(again.photos.tiles([id!])).toMatchObject([{ thumbVersion: 2, status: 'ready' }])
  expect(again.check()).toEqual([])
  expect(existsSync(join(folder, 'thumbnails.db'))).toBe(true)
})
