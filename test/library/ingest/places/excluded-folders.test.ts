import { mkdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  findExcluded,
  folderKey,
  isExcludedPath,
  noFolders,
} from '../../../../src-main/library/ingest/places/excluded-folders.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

test('a folder is excluded under each path that leads to it', async () => {
  const dir = tempFolder('excluded')
  const real = join(dir, 'real', 'library')
  await mkdir(real, { recursive: true })
  await symlink(join(dir, 'real'), join(dir, 'link'))
  const excluded = await findExcluded([join(dir, 'link', 'library'), join(dir, 'not-made-yet')])
  expect(isExcludedPath(excluded, join(real, 'previews', 'a.jpg'))).toBe(true)
  expect(isExcludedPath(excluded, join(dir, 'link', 'library'))).toBe(true)
  expect(isExcludedPath(excluded, join(dir, 'not-made-yet', 'a'))).toBe(true)
  expect(isExcludedPath(excluded, join(dir, 'real', 'library-2'))).toBe(false)
  expect(excluded.keys).toContain(folderKey(await stat(real, { bigint: true })))
  expect(isExcludedPath(noFolders, real)).toBe(false)
})
