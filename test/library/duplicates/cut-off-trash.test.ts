import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { GoingFile } from '../../../src-main/library/duplicates/rows/files-going.ts'
import { readCutOffTrash } from '../../../src-main/library/duplicates/cut-off-trash.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** Photo files in a fresh folder; only those named in `there` exist. */
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

test('a photo was trashed if its pictures are gone, along with any missing sidecar', async () => {
  const names = { 'a.jpg': 1, 'a.xmp': 1, 'b.jpg': 2, 'b.xmp': 2, 'c.jpg': 3 }
  const { went, back, unknown } = await readCutOffTrash(listFiles(names, ['b.xmp', 'c.jpg']))
  expect(namesOf(went)).toEqual(['a.jpg', 'a.xmp', 'b.jpg'])
  expect([back, unknown]).toEqual([[], []])
})

test('if only a part of a photo was trashed, the missing files are put back', async () => {
  const { went, back } = await readCutOffTrash(listFiles({ 'a.raf': 1, 'a.jpg': 1 }, ['a.jpg']))
  expect(namesOf(back)).toEqual(['a.raf'])
  expect(went).toEqual([])
})

test('an unreachable folder gives no answer', async () => {
  const { went, unknown } = await readCutOffTrash(listFiles({ 'away/a.jpg': 1, 'folder/b.jpg': 2 }, []))
  expect(namesOf(unknown)).toEqual(['a.jpg'])
  expect(namesOf(went)).toEqual(['b.jpg'])
})
