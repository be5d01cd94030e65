import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failWrites } from '../../fixtures/failing-disk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { serveLibrary } from './killed-library.ts'

test('a disk that fails neither ends the program nor blames photos, and all goes on when it works again', async ({
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

  await expect.poll(async () => (await library.analysis.status()).problem).toMatch(/cannot be read or written now/)
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
