import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { mountDisk } from '../../fixtures/own-disk/mount-disk.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { xmpPacket } from './photo-file.ts'

async function addPhoto(folder: string): Promise<string> {
  const photo = join(folder, 'a.jpg')
  writeFileSync(photo, await drawPicture({ width: 8, height: 8 }))
  return photo
}

test('while the disk cannot list a folder, nothing is known of its photos: they are not without sidecars', async ({
  skip,
}) => {
  const disk = mountDisk({})
  if ('reason' in disk) return skip(disk.reason)
  const photo = await addPhoto(disk.folder)
  writeFileSync(`${photo}.xmp`, xmpPacket('xmp:Rating="4"'))
  disk.fail({ of: 'list', pathsEndIn: '' })
  expect(await readMetadata(photo)).toBeNull()
  disk.fail()
  expect((await readMetadata(photo))?.metadata.rating).toBe(4)
})

test('a sidecar that the disk lists but cannot open is reported', async () => {
  const photo = await addPhoto(tempFolder('closed-sidecar'))
  symlinkSync('a.jpg.xmp', `${photo}.xmp`) // It leads to itself.
  const read = await readMetadata(photo)
  expect(inEnglish(read?.problem ?? null)).toContain('a.jpg.xmp')
})
