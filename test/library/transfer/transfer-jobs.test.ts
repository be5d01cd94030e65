import { reads } from '../../fixtures/reads.ts'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ImportOrder, type TransferProgress } from '../../../src-main/contract/library/transfer.ts'
import { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import { createExportTargets } from '../../../src-main/library/export/export-targets.ts'
import { TransferJobs } from '../../../src-main/library/transfer/transfer-jobs.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { makeLightroomCatalog } from '../../fixtures/lightroom-catalog.ts'
import { openWithRoot } from '../catalog/library.ts'

const nothing = () => undefined

/** Jobs on a catalogue with the root `/photos`; `follow` resolves with all events of a job. */
function setUp() {
  const { catalog, add, root } = openWithRoot()
  const hub = { everythingChanged: nothing, photosChanged: nothing, publish: nothing }
  const changes = new PersonChanges({
    catalog,
    hub,
    beforeRisky: () => Promise.resolve(),
    onClassifierChanged: nothing,
    onWritingChanged: nothing,
    putBack: () => Promise.resolve(foreign('')),
    undoExport: async () => foreign(''),
    onFoldersChanged: nothing,
  })
  const targets = createExportTargets(catalog.settings, tempFolder('library'))
  const heard: TransferProgress[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const endOf = (jobId: string) => {
    const end = ends.get(jobId) ?? Promise.withResolvers<void>()
    ends.set(jobId, end)
    return end
  }
  const onProgress = (progress: TransferProgress) => {
    heard.push(progress)
    if (progress.state !== 'running') endOf(progress.jobId).resolve()
  }
  const jobs = new TransferJobs({ catalog, changes, targets, log: { error: nothing }, onProgress })
  const follow = async (jobId: string) => {
    await endOf(jobId).promise
    return jobs.status(jobId)
  }
  const importFrom = async (path: string, more: Partial<ImportOrder> = {}) => {
    const { id } = await jobs.sources.register(path)
    return jobs.startImport({ ...ImportOrder.parse({ sourceId: id }), ...more })
  }
  return { catalog, add, root, changes, targets, jobs, heard, follow, importFrom }
}

/** A table of photos with a rating each. */
function tableOf(folder: string, names: readonly string[]): string {
  const file = join(tempFolder(), 'table.csv')
  writeFileSync(file, ['path,rating', ...names.map((name) => `${folder}/${name},4`)].join('\n'))
  return file
}

test('an import is previewed first, then done as one change, which can be undone', { tags: 'night' }, async () => {
  const { catalog, add, changes, follow, importFrom } = setUp()
  const [a] = add('a.jpg', 'b.jpg')
  const file = join(tempFolder(), 'a.lrcat')
  makeLightroomCatalog(file, '/photos/', [
    { name: 'a.jpg', rating: 4 },
    { name: 'gone.jpg', rating: 1 },
  ]).close()
  const looked = await follow(await importFrom(file, { isDryRun: true }))
  expect(looked).toMatchObject({ state: 'done', step: 'comparing', problem: null, exported: null })
  expect(looked.imported).toMatchObject({ photos: 2, matched: 1, changedPhotos: 1, changeId: null })
  expect(looked.imported).toMatchObject({ unmatched: [{ path: '/photos/gone.jpg' }], unmatchedIn: '/photos' })
  expect(catalog.photos.detail(a!).rating).toBe(0)

  const done = await follow(await importFrom(file))
  expect(done).toMatchObject({ state: 'done', step: 'changing', imported: { changedPhotos: 1 } })
  expect(catalog.photos.detail(a!).rating).toBe(4)
  await changes.undo(done.imported!.changeId!)
  expect(catalog.photos.detail(a!).rating).toBe(0)
})

test('a folder of the other program can be mapped to one of the library', { tags: 'night' }, async () => {
  const { catalog, add, root, follow, importFrom } = setUp()
  const [a] = add('2024/a.jpg')
  const folder = catalog.folders.ensure(root.id, '2024')
  const table = tableOf('D:/Pictures', ['a.jpg'])
  expect((await follow(await importFrom(table))).imported).toMatchObject({ matched: 0, unmatchedIn: 'D:/Pictures' })
  const moved = [{ from: 'D:/Pictures', folderId: folder }]
  expect((await follow(await importFrom(table, { moved }))).imported).toMatchObject({ matched: 1, unmatchedIn: null })
  expect(catalog.photos.detail(a!).rating).toBe(4)
  await expect(importFrom(table, { moved: [{ from: 'D:/', folderId: 999 }] })).rejects.toMatchObject({
    code: 'folder-not-found',
  })
})

test('if many photos were not found, some are named', { tags: 'night' }, async () => {
  const { follow, importFrom } = setUp()
  const names = Array.from({ length: 1200 }, (_, i) => `${i}.jpg`)
  const { imported } = await follow(await importFrom(tableOf('/elsewhere', names)))
  expect(imported).toMatchObject({ photos: 1200, matched: 0, unmatchedIn: '/elsewhere' })
  expect(imported!.unmatched).toHaveLength(200)
})

test('a failed import is reported with a message', { tags: 'night' }, async () => {
  const { jobs, follow, importFrom } = setUp()
  const file = join(tempFolder(), 'a.lrcat')
  writeFileSync(file, 'no database')
  const failed = await follow(await importFrom(file))
  expect(failed).toMatchObject({
    state: 'failed',
    imported: null,
    problem: reads(/^a\.lrcat is damaged/),
  })
  await expect(jobs.sources.register(`${file}x`)).rejects.toMatchObject({ code: 'bad-params' })
  expect(() => jobs.startImport(ImportOrder.parse({ sourceId: 'unknown' }))).toThrow(/choose it again/)
  expect(() => jobs.status('unknown')).toThrow(/not known/)
})

test('an import cancelled while it reads changes nothing', { tags: 'night' }, async () => {
  const { catalog, add, jobs, follow, importFrom } = setUp()
  const names = Array.from({ length: 3000 }, (_, i) => `${i}.jpg`)
  const ids = add(...names)
  const jobId = await importFrom(tableOf('/photos', names))
  jobs.cancel(jobId)
  expect(await follow(jobId)).toMatchObject({ state: 'cancelled', imported: null, problem: null })
  expect(catalog.photos.tiles(ids).every(({ rating }) => rating === 0)).toBe(true)
})

test('an export reports its progress, and windows are answered meanwhile', { tags: 'night' }, async () => {
  const { catalog, add, jobs, targets, heard, follow } = setUp()
  add(...Array.from({ length: 6000 }, (_, i) => `${i}.jpg`))
  const folder = tempFolder()
  const { id } = await targets.register(folder)
  const jobId = jobs.startExport({ targetId: id, format: 'csv' })
  let turns = 0
  const turn = () => {
    turns++
    if (jobs.status(jobId).state === 'running') setImmediate(turn)
  }
  turn()
  const file = join(folder, 'lumafold-library.csv')
  expect(await follow(jobId)).toMatchObject({
    state: 'done',
    done: 6000,
    total: 6000,
    exported: { path: file, photos: 6000 },
  })
  expect(turns).toBeGreaterThan(10)
  expect(heard.every((progress) => progress.total === 6000)).toBe(true)
  expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(1 + catalog.work.count())
})

test('an export cancelled, as by closing, leaves no file', async () => {
  const { add, jobs, targets, follow } = setUp()
  add(...Array.from({ length: 3000 }, (_, i) => `${i}.jpg`))
  const folder = tempFolder()
  const { id } = await targets.register(folder)
  const jobId = jobs.startExport({ targetId: id, format: 'json' })
  await jobs.close()
  expect(await follow(jobId)).toMatchObject({ state: 'cancelled', exported: null })
  expect(existsSync(folder) && readdirSync(folder)).toEqual([])
})

test('an export of sidecars among photos is refused with a message', async () => {
  const { catalog, jobs, targets, follow } = setUp()
  const folder = tempFolder()
  catalog.folders.addRoot(join(folder, 'mine'))
  const { id } = await targets.register(folder)
  const failed = await follow(jobs.startExport({ targetId: id, format: 'xmp' }))
  expect(failed).toMatchObject({ state: 'failed', problem: reads(/within the watched folder/) })
  expect(() => jobs.startExport({ targetId: 'unknown', format: 'xmp' })).toThrow(/choose it again/)
})
