import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { GoingFile } from '../../../src-main/library/catalog/catalog.ts'
import { readCutOffTrash } from '../../../src-main/library/duplicates/cut-off-trash.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** Files of photos in a fresh folder; those named in `there` exist. */
function listFiles(names: Record<string, number>, there: readonly string[]): GoingFile[] {
  const dir = tempFolder('going')
  mkdirSync(join(dir, 'folder'))
  for (const name of there) writeFileSync(join(dir, name), '')
  return Object.entries(names).map(([name, photoId]) => {
    const role = name.endsWith('.xmp') ? 'sidecar' : 'photo'
    return { photoId, path: join(dir, name), role, bytes: 0, contentHash: '' }
  })
}

const namesOf = (files: readonly GoingFile[]) => files.map(({ path }) => basename(path))

test('a photo went once its pictures are gone, with the sidecar that is gone too', async () => {
  const names = { 'a.jpg': 1, 'a.xmp': 1, 'b.jpg': 2, 'b.xmp': 2, 'c.jpg': 3 }
  const { went, back, unknown } = await readCutOffTrash(listFiles(names, ['b.xmp', 'c.jpg']))
  expect(namesOf(went)).toEqual(['a.jpg', 'a.xmp', 'b.jpg'])
  expect([back, unknown]).toEqual([[], []])
})

test('of a photo that went in part, what is gone is to go back', async () => {
  const { went, back } = await readCutOffTrash(listFiles({ 'a.raf': 1, 'a.jpg': 1 }, ['a.jpg']))
  expect(namesOf(back)).toEqual(['a.raf'])
  expect(went).toEqual([])
})

test('a folder that cannot be reached tells nothing', async () => {
  const { went, unknown } = await readCutOffTrash(listFiles({ 'away/a.jpg': 1, 'folder/b.jpg': 2 }, []))
  expect(namesOf(unknown)).toEqual(['a.jpg'])
  expect(namesOf(went)).toEqual(['b.jpg'])
})
