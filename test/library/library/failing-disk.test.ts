/** @module-tag night */

import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failWrites } from '../../fixtures/failing-disk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { mountDisk } from '../../fixtures/own-disk/mount-disk.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { serveLibrary } from './killed-library.ts'

test('a failing disk neither ends the program nor blames photos, and work resumes when the disk does', async ({
  skip,
}) => {
  const base = tempFolder()
  const [dataDir, folder, temporary] = ['data', 'photos', 'temporary'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(temporary)
  await drawPhotos(folder, 16, { width: 400, height: 300 })
  const { process: program, client, close } = await serveLibrary({ dataDir, temporary, root: base, folder })
  onTestFinished(() => (close(), void program.kill('SIGKILL')))
  const { library } = client
  await expect.poll(async () => (await library.photos.list({})).total).toBe(16)
  const disk = failWrites(program.pid!)
  if ('reason' in disk) return skip(disk.reason)

  await expect
    .poll(async () => inEnglish((await library.analysis.status()).problem))
    .toMatch(/cannot be read or written now/)
  const broken = await library.analysis.status()
  expect(broken.pending).toBeGreaterThan(0)
  const [tile] = (await library.photos.list({})).tiles
  const edits = [
    library.photos.rate({ ids: [tile!.id], rating: 3 }),
    library.photos.addTag({ ids: [tile!.id], name: 'lost' }),
  ]
  for (const edit of edits)
    await expect(edit).rejects.toMatchObject({
      code: 'disk-failing',
      message: expect.stringMatching(/cannot be read or written now .* Check its disk/),
    })
  expect([program.exitCode, program.signalCode]).toEqual([null, null])

  disk.mend()
  await library.analysis.resume()
  await expect.poll(() => library.analysis.status()).toMatchObject({ pending: 0, failed: 0 })
  const { statuses } = await library.search.facets({})
  expect(statuses).toEqual([{ status: 'ready', count: 16 }])
  await library.photos.rate({ ids: [tile!.id], rating: 4 })
  expect((await library.photos.get({ id: tile!.id })).rating).toBe(4)
  const logs = readdirSync(join(dataDir, 'logs')).map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
  expect(logs.join('')).not.toContain('could not be processed')
})

test(
  'a photo whose disk reports an error waits and gives the reason; others continue, and it is read when the disk works',
  { tags: 'night' },
  async ({ skip }) => {
    const disk = mountDisk({})
    if ('reason' in disk) return skip(disk.reason)
    const [base, folder] = [tempFolder(), join(disk.folder, 'photos')]
    const [dataDir, temporary] = [join(base, 'data'), join(base, 'temporary')]
    mkdirSync(temporary)
    const names = await drawPhotos(folder, 4, { width: 400, height: 300 })
    const bad = names[0]!
    // The oldest photo is analysed last.
    utimesSync(bad, 1e9, 1e9)
    disk.fail({ of: 'read', pathsEndIn: basename(bad) })
    const { process: program, client, close } = await serveLibrary({ dataDir, temporary, root: disk.folder, folder })
    onTestFinished(() => (close(), void program.kill('SIGKILL')))
    const { library } = client
    await expect
      .poll(async () => inEnglish((await library.analysis.status()).problem))
      .toBe('The file cannot be read now: its disk reports an error (EIO). Check its drive or network share.')
    const statusesOf = async () => (await library.search.facets({})).statuses
    await expect.poll(statusesOf).toEqual(expect.arrayContaining([{ status: 'ready', count: 3 }]))
    // It waits; on a slow machine it may have been tried often enough to be given up until somebody asks.
    const { pending, failed } = await library.analysis.status()
    expect(pending + failed).toBe(1)
    disk.fail()
    await library.analysis.resume()
    await library.analysis.retryFailed()
    await expect.poll(statusesOf).toEqual([{ status: 'ready', count: 4 }])
    const after = await library.analysis.status()
    expect(after).toMatchObject({ pending: 0, failed: 0 })
    expect(after.problem).toBeUndefined()
  },
)

test(
  'a library on a failing disk reports it, loses no accepted change, and continues',
  { tags: 'night' },
  async ({ skip }) => {
    const disk = mountDisk({})
    if ('reason' in disk) return skip(disk.reason)
    const base = tempFolder()
    const [dataDir, temporary, folder] = [join(disk.folder, 'data'), join(base, 'temporary'), join(base, 'photos')]
    mkdirSync(temporary)
    await drawPhotos(folder, 2, { width: 400, height: 300 })
    const { process: program, client, close } = await serveLibrary({ dataDir, temporary, root: base, folder })
    onTestFinished(() => (close(), void program.kill('SIGKILL')))
    const { library } = client
    await expect.poll(async () => (await library.search.facets({})).statuses).toEqual([{ status: 'ready', count: 2 }])
    const ids = await library.photos.ids({})
    await library.photos.rate({ ids, rating: 2 })
    disk.fail({ of: 'write', pathsEndIn: '' })
    await expect(library.photos.rate({ ids, rating: 5 })).rejects.toMatchObject({ code: 'disk-failing' })
    expect((await library.photos.get({ id: ids[0]! })).rating).toBe(2)
    disk.fail()
    await expect.poll(() => library.photos.rate({ ids, rating: 4 }).then(() => 'rated', String)).toBe('rated')
    expect((await library.photos.get({ id: ids[0]! })).rating).toBe(4)
    expect([program.exitCode, program.signalCode]).toEqual([null, null])
  },
)
