import { reads } from '../../../fixtures/reads.ts'
import { existsSync, readFileSync, writeFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { fillDisk, mountSmallDisk } from '../../../fixtures/small-disk.ts'
import { fileInfoOf, foundFileOf } from '../../../../src-main/library/ingest/reconcile/found-file.ts'
import { openWriting, sidecarOf, choose } from './writing.ts'

test('a full disk leaves complete sidecars and a message, delays no other disk, and resumes with room', async (context) => {
  const disk = mountSmallDisk(512 * 1024)
  if ('reason' in disk) return context.skip(disk.reason)
  const library = openWriting({ folder: disk.folder })
  const { catalog, writer, path, rate, text, now } = library
  await choose({ catalog, writer }, 'sidecars')
  const before = sidecarOf({ attributes: ' xmp:Rating="1"', inner: `<!-- ${'x'.repeat(20_000)} -->` })
  const [id] = await library.add('a.jpg')
  writeFileSync(path('a.jpg.xmp'), before)
  await library.read(id!)
  const elsewhere = tempFolder('elsewhere')
  const other = catalog.folders.addRoot(elsewhere)
  writeFileSync(`${elsewhere}/b.jpg`, readFileSync(path('a.jpg')))
  const stats = foundFileOf('', 'b.jpg', statSync(`${elsewhere}/b.jpg`, { bigint: true }))
  const [otherId] = catalog.files.add([fileInfoOf(other.id, stats)])
  await library.read(otherId!)

  const free = fillDisk(disk.folder)
  rate(id!, 5)
  rate(otherId!, 5)
  expect(await writer.flush()).toMatchObject({
    pending: 1,
    failed: 0,
    problem: reads(/is full/),
  })
  expect(text('a.jpg.xmp')).toBe(before)
  expect(existsSync(`${elsewhere}/b.jpg.xmp`)).toBe(true)
  expect(await writer.flush()).toMatchObject({ pending: 1 })

  free()
  now.mockReturnValue(now() + 120_000)
  expect(await writer.flush()).toMatchObject({ pending: 0, problem: null })
  expect(text('a.jpg.xmp')).toBe(before.replace('"1"', '"5"'))
})
