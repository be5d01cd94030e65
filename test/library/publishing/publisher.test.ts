import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportOutput as Output } from '../../../src-main/contract/library/export-settings.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../fixtures/ordinary-user.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { openExport, settingsOf } from '../export/open-export.ts'
import { until } from '../library/open-test-library.ts'

const rated = (text: string) => ({
  kind: 'query' as const,
  query: { filter: { text }, sort: { by: 'name' as const, order: 'asc' as const } },
})

async function openPublishing() {
  const opened = await openExport((dir) => drawPhotos(dir, 3, { width: 120, height: 80 }))
  const { library, target, idOf } = opened
  const { id: targetId } = await library.hostCalls.registerTarget({ path: target })
  const ids = [await idOf('photo-001.jpg'), await idOf('photo-002.jpg'), await idOf('photo-003.jpg')]
  await library.calls.photos.rate({ ids: ids.slice(0, 2), rating: 5 })
  const order = { name: 'Best', source: rated('rating:5'), settings: settingsOf(), targetId }
  const shown = (...names: string[]) =>
    until(
      () => readdirSync(target).sort(),
      (seen) => seen.join() === names.join(),
    )
  return { ...opened, ids, order, shown }
}

test(
  'added photos appear, removed ones are deleted, and changed ones are written again',
  { tags: 'night' },
  async () => {
    const { library, target, ids, order, shown } = await openPublishing()
    const { id } = await library.calls.publishing.add(order)
    await shown('photo-001.jpg', 'photo-002.jpg')
    await library.calls.photos.rate({ ids: [ids[2]!], rating: 5 })
    await library.calls.photos.rate({ ids: [ids[0]!], rating: 1 })
    await shown('photo-002.jpg', 'photo-003.jpg')
    const before = statSync(join(target, 'photo-003.jpg')).mtimeMs
    const bytes = readFileSync(join(target, 'photo-002.jpg'))
    await library.calls.photos.setText({ ids: [ids[1]!], field: 'title', text: 'Morning' })
    await until(
      () => readFileSync(join(target, 'photo-002.jpg')),
      (now) => now.includes('Morning') && !now.equals(bytes),
    )
    expect(await library.calls.publishing.run({ id })).toMatchObject({ state: 'in-step', files: 2, notes: [] })
    expect(statSync(join(target, 'photo-003.jpg')).mtimeMs).toBe(before)
  },
)

test('other files, and files that someone changed, are never touched', async () => {
  const { library, target, ids, order } = await openPublishing()
  writeFileSync(join(target, 'photo-001.jpg'), 'mine')
  // More pixels than the photos have: an export reports this, and a synchronised folder has nothing to report.
  const outputs: Output[] = [{ kind: 'photo', size: { by: 'long-edge', pixels: 400 } }]
  const { id } = await library.calls.publishing.add({ ...order, settings: settingsOf({ outputs }) })
  expect(await library.calls.publishing.run({ id })).toMatchObject({ files: 2, notes: [] })
  expect(readdirSync(target).sort()).toEqual(['photo-001 (2).jpg', 'photo-001.jpg', 'photo-002.jpg'])
  writeFileSync(join(target, 'photo-002.jpg'), 'retouched')
  await library.calls.photos.rate({ ids: ids.slice(0, 2), rating: 1 })
  const folder = await library.calls.publishing.run({ id })
  expect(readFileSync(join(target, 'photo-001.jpg'), 'utf8')).toBe('mine')
  expect(readFileSync(join(target, 'photo-002.jpg'), 'utf8')).toBe('retouched')
  expect(existsSync(join(target, 'photo-001 (2).jpg'))).toBe(false)
  expect(folder.notes).toMatchObject([{ file: 'photo-002.jpg', reason: /changed by somebody else/ }])
}, 60_000)

test('a file that got another name and could not be deleted under the former one is deleted later', async (context) => {
  if (!hasPermissions) return context.skip()
  const { dir, library, target, ids, order } = await openPublishing()
  const { calls } = library
  for (const id of ids.slice(0, 2)) await calls.photos.setText({ ids: [id], field: 'title', text: 'Morning' })
  const { id } = await calls.publishing.add({ ...order, settings: settingsOf({ pattern: '{title}/{name}' }) })
  expect(await calls.publishing.run({ id })).toMatchObject({ state: 'in-step', files: 2 })
  chmodSync(join(target, 'Morning'), 0o555)
  actAsOrdinaryUser(dir)
  await calls.photos.setText({ ids: ids.slice(0, 1), field: 'title', text: 'Evening' })
  await calls.publishing.run({ id })
  expect(readdirSync(join(target, 'Evening'))).toEqual(['photo-001.jpg'])
  expect(readdirSync(join(target, 'Morning'))).toEqual(['photo-001.jpg', 'photo-002.jpg'])
  chmodSync(join(target, 'Morning'), 0o755)
  expect(await calls.publishing.run({ id })).toMatchObject({ state: 'in-step', files: 2, notes: [] })
  expect(readdirSync(join(target, 'Evening'))).toEqual(['photo-001.jpg'])
  expect(readdirSync(join(target, 'Morning'))).toEqual(['photo-002.jpg'])
}, 60_000)

test('a missing folder is left alone and not created again, and is synchronised once it is back', async () => {
  const { library, target, ids, order, shown } = await openPublishing()
  await library.calls.publishing.add(order)
  await shown('photo-001.jpg', 'photo-002.jpg')
  renameSync(target, `${target}-away`)
  await library.calls.photos.rate({ ids: [ids[2]!], rating: 4 })
  const away = { state: 'away', problem: reads(/is not there/) }
  await expect.poll(() => library.calls.publishing.list()).toMatchObject([away])
  expect(existsSync(target)).toBe(false)
  rmSync(join(`${target}-away`, 'photo-001.jpg'))
  renameSync(`${target}-away`, target)
  await expect.poll(() => library.calls.publishing.list()).toMatchObject([{ state: 'in-step', files: 2 }])
  await shown('photo-001.jpg', 'photo-002.jpg')
}, 60_000)

test(
  'only one publication may use a folder, and its files are deleted with it on request',
  { tags: 'night' },
  async () => {
    const { library, target, order, shown } = await openPublishing()
    const { id } = await library.calls.publishing.add(order)
    await shown('photo-001.jpg', 'photo-002.jpg')
    await expect(library.calls.publishing.add({ ...order, name: 'Other' })).rejects.toThrow(/“Best” publishes into/)
    const { sentence } = await library.calls.publishing.remove({ id, withFiles: true })
    expect(inEnglish(sentence)).toBe('“Best” is no longer kept in step. 2 of its files removed')
    expect(readdirSync(target)).toEqual([])
    expect(await library.calls.publishing.list()).toEqual([])
  },
)
