import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashBytes } from '../../../../src-main/base/files/hash.ts'
import { removeWritten } from '../../../../src-main/library/export/files/remove-written.ts'
import { mountDisk } from '../../../fixtures/own-disk/mount-disk.ts'

test('a written file that the disk does not give is not called changed; it stays, and may be removed later', async ({
  skip,
}) => {
  const disk = mountDisk({})
  if ('reason' in disk) return skip(disk.reason)
  mkdirSync(join(disk.folder, 'day'))
  const files = ['day/own.jpg', 'day/changed.jpg', 'day/closed.jpg', 'day/gone.jpg'].map((file, at) => ({
    id: at + 1,
    file,
    hash: hashBytes(Buffer.from(file)),
  }))
  for (const { file } of files.slice(0, 3)) writeFileSync(join(disk.folder, file), file)
  writeFileSync(join(disk.folder, 'day/changed.jpg'), 'by somebody')
  disk.fail({ of: 'read', pathsEndIn: 'closed.jpg' })
  expect(await removeWritten(disk.folder, files)).toEqual({
    removed: [1],
    gone: [4],
    changed: ['day/changed.jpg'],
    failed: ['day/closed.jpg'],
  })
  disk.fail()
  expect(await removeWritten(disk.folder, files.slice(2, 3))).toMatchObject({ removed: [3] })
  expect(existsSync(join(disk.folder, 'day/changed.jpg'))).toBe(true)
})
