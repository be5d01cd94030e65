import { reads } from '../../../fixtures/reads.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choose, openWriting, sidecarOf } from './writing.ts'

const contentOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]))

/** A library with work on photos, one of which has another program's sidecar. */
async function open() {
  const library = openWriting()
  const ids = await library.add('a.jpg', 'b.jpg', 'c.jpg')
  writeFileSync(library.path('b.jpg.xmp'), sidecarOf({ attributes: ' xmp:Rating="1"', inner: '<!-- theirs -->' }))
  for (const id of ids) await library.read(id)
  library.rate(ids[0]!, 4)
  library.rate(ids[1]!, 5)
  library.catalog.changes.apply({ kind: 'add-tag', ids: [ids[1]!], name: 'Places/Rome' })
  return { ...library, ids, before: contentOf(library.folder) }
}

test.each(['sidecars', 'files'] as const)(
  'choosing %s is in the history, and its undo restores every file',
  { tags: 'night' },
  async (mode) => {
    const { catalog, writer, folder, ids, before } = await open()
    await choose({ catalog, writer }, mode)
    await writer.flush()
    const written = contentOf(folder)
    expect(written).not.toEqual(before)
    expect(catalog.changes.history(1)).toMatchObject([
      { sentence: reads(`Metadata are written ${mode === 'files' ? 'into files' : 'beside photos'}`), count: 0 },
    ])
    catalog.changes.undo()
    expect(await writer.flush()).toMatchObject({ mode: 'off', pending: 0, failed: 0, conflicts: 0 })
    expect(contentOf(folder)).toEqual(before)
    expect(ids.map((id) => catalog.photos.detail(id).rating)).toEqual([4, 5, 0])
    catalog.changes.redo()
    await writer.flush()
    expect(contentOf(folder)).toEqual(written)
  },
)

test('choosing to write nothing keeps the written files, until the first choice is undone', async () => {
  const { catalog, writer, folder, before } = await open()
  await choose({ catalog, writer }, 'sidecars')
  await writer.flush()
  const [first] = catalog.changes.history(1)
  const written = contentOf(folder)
  await choose({ catalog, writer }, 'off')
  await writer.flush()
  expect(contentOf(folder)).toEqual(written)
  expect(catalog.changes.undo(first!.id)).toMatchObject({ kept: 1 })
  catalog.changes.undo(first!.id + 1)
  catalog.changes.redo(first!.id)
  catalog.changes.undo(first!.id)
  await writer.flush()
  expect(contentOf(folder)).toEqual(before)
})

test("another program's later changes stay, and only Lumafold's are removed", async () => {
  const { catalog, writer, path, ids, read } = await open()
  await choose({ catalog, writer }, 'sidecars')
  await writer.flush()
  const theirs = readFileSync(path('b.jpg.xmp'), 'utf8').replace('theirs', 'theirs, later')
  writeFileSync(path('b.jpg.xmp'), theirs)
  await read(ids[1]!)
  catalog.changes.undo()
  await writer.flush()
  const now = readFileSync(path('b.jpg.xmp'), 'utf8')
  expect(now).toContain('theirs, later')
  expect(now).toContain('xmp:Rating="1"')
  expect(now).not.toContain('Rome')
})

test('an interrupted undo resumes when the library opens again', async () => {
  const { catalog, writer, folder, libraryDir, before } = await open()
  await choose({ catalog, writer }, 'sidecars')
  await writer.flush()
  catalog.changes.undo()
  await writer.close()
  catalog.close()
  const again = openWriting({ folder, libraryDir })
  expect(await again.writer.flush()).toMatchObject({ mode: 'off', pending: 0 })
  expect(contentOf(folder)).toEqual(before)
})

test('a clock set back by a year delays no write', async () => {
  const { catalog, writer, now, ids, path, rate } = await open()
  await choose({ catalog, writer }, 'sidecars')
  await writer.flush()
  rate(ids[2]!, 2)
  now.mockReturnValue(now() - 365 * 86_400_000)
  writer.schedule()
  await expect.poll(() => readdirSync(path('.'))).toContain('c.jpg.xmp')
})
