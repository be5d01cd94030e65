import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MetadataScan } from '../../../src-main/library/ingest/metadata-scan.ts'
import type { Reading } from '../../../src-main/library/metadata/host/metadata-reader.ts'
import type { FileMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { metadata, openWithRoot } from '../catalog/library.ts'

const found = (caption: string): FileMetadata => ({
  metadata: metadata({ caption }),
  fileOrientation: 1,
  width: 4,
  height: 3,
  problem: null,
  sidecarKey: '',
  cameraPicture: null,
  film: null,
})

/** Reads one file; a text is the reason for giving up. */
type Read = (path: string) => Promise<FileMetadata | string | null>

async function readingOf(reading: ReturnType<Read>): Promise<Reading<FileMetadata>> {
  const value = await reading
  return typeof value === 'string' ? { ok: false, reason: foreign(value) } : { ok: true, value }
}

function openPass(read: Read, ...names: string[]) {
  const { catalog, add } = openWithRoot()
  const ids = add(...names)
  const reads: string[][] = []
  const batches: number[][] = []
  const errors: unknown[] = []
  const replaced = new Set<string>()
  const pass = new MetadataScan({
    catalog,
    reader: {
      read(paths) {
        reads.push([...paths])
        return Promise.all(paths.map((path) => readingOf(read(path))))
      },
    },
    isUnchanged: async ({ path }) => !replaced.has(path),
    hub: { photosChanged: (some) => void batches.push([...some]) },
    places: { schedule: () => undefined },
    log: { error: (_message, details) => void errors.push(details) },
  })
  return { pass, catalog, ids, reads, batches, errors, replaced }
}

test('all photos without metadata are read in batches, none twice', async () => {
  const names = Array.from({ length: 230 }, (_, at) => `${at}.jpg`)
  const { pass, catalog, ids, reads, batches } = openPass(async (path) => found(path), ...names)
  pass.schedule()
  pass.schedule()
  await pass.idle()
  expect(new Set(reads.flat()).size).toBe(230)
  expect(reads.map((batch) => batch.length)).toEqual([100, 100, 30])
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual(ids)
  expect(batches.map((batch) => batch.length)).toEqual([100, 100, 30])
  expect(catalog.photos.detail(ids[7]!).metadata.caption).toMatch(/7\.jpg$/)
  expect(catalog.files.withoutMetadata(10)).toEqual([])
})

test('the next batch is read while one is saved', async () => {
  const second = Promise.withResolvers<void>()
  const names = Array.from({ length: 150 }, (_, at) => `${at}.jpg`)
  const { pass, reads, batches } = openPass(
    async (path) => {
      if (reads.length === 2) await second.promise
      return found(path)
    },
    ...names,
  )
  pass.schedule()
  await expect.poll(() => batches.length).toBe(1)
  expect(reads.map((batch) => batch.length)).toEqual([100, 50])
  second.resolve()
  await pass.idle()
  expect(batches.map((batch) => batch.length)).toEqual([100, 50])
})

test('metadata read from a file that was replaced meanwhile is discarded', async () => {
  const { pass, catalog, ids, batches, replaced } = openPass(async () => found('other'), 'a.jpg', 'b.jpg')
  replaced.add('/photos/a.jpg')
  pass.schedule()
  await pass.idle()
  expect(batches).toEqual([[ids[1]]])
  expect(catalog.photos.detail(ids[0]!).metadata.caption).toBeNull()
  replaced.clear()
  pass.schedule()
  await pass.idle()
  expect(batches[1]).toEqual([ids[0]])
})

test('a file that was given up is marked and not retried before it changes', async () => {
  const { pass, catalog, ids, reads, batches } = openPass(
    async (path) => (path.endsWith('bad.heic') ? 'It took too long.' : found('')),
    'a.jpg',
    'bad.heic',
  )
  pass.schedule()
  await pass.idle()
  pass.schedule()
  await pass.idle()
  expect(reads).toHaveLength(1)
  expect(batches.flat().toSorted()).toEqual(ids)
  expect(ids.map((id) => catalog.photos.detail(id).metadataProblem)).toEqual([null, foreign('It took too long.')])
  expect(catalog.analysis.counts().pending).toBe(2)
  const [{ fileId, folderId, name } = { fileId: 0, folderId: 0, name: '' }] = catalog.files
    .known(1)
    .filter((file) => file.photoId === ids[1])
  catalog.files.settle([{ fileId, folderId, name, bytes: 5, modifiedMs: 5, fileKey: null, isChanged: true }])
  pass.schedule()
  await pass.idle()
  expect(reads).toHaveLength(2)
})

test('a file that changed while being read is read again', async () => {
  let changes = 1
  const { pass, catalog, reads } = openPass(async () => {
    const [file] = catalog.files.known(1)
    if (changes-- > 0) catalog.files.settle([{ ...file!, modifiedMs: 5, isChanged: true }])
    return found(String(changes))
  }, 'a.jpg')
  pass.schedule()
  await pass.idle()
  expect(reads).toHaveLength(2)
  expect(catalog.photos.detail(1).metadata.caption).toBe('-1')
})

test('photos without a file wait for the next run', async () => {
  const present = new Set(['b.jpg'])
  const read = async (path: string) => (present.has(path.slice(-5)) ? found('') : null)
  const { pass, ids, batches } = openPass(read, 'a.jpg', 'b.jpg')
  pass.schedule()
  await pass.idle()
  expect(batches).toEqual([[ids[1]]])
  present.add('a.jpg')
  pass.schedule()
  await pass.idle()
  expect(batches).toEqual([[ids[1]], [ids[0]]])
})

test('an error ends the run and is reported; the next run continues', async () => {
  let isBroken = true
  const read = async () => {
    if (isBroken) throw new Error('no disk')
    return found('')
  }
  const { pass, batches, errors } = openPass(read, 'a.jpg')
  pass.schedule()
  await pass.idle()
  expect(errors).toEqual([{ error: expect.stringContaining('no disk') }])
  isBroken = false
  pass.schedule()
  await pass.idle()
  expect(batches).toEqual([[1]])
})

test('a run ended by an error is retried automatically', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isBroken = true
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  const saved = Promise.withResolvers<number[]>()
  const pass = new MetadataScan({
    catalog,
    reader: {
      read: async () => {
        if (isBroken) throw new Error('no process')
        return [{ ok: true, value: found('') }]
      },
    },
    isUnchanged: async () => true,
    hub: { photosChanged: (ids) => saved.resolve([...ids]) },
    places: { schedule: () => undefined },
    log: { error: () => void (isBroken = false) },
  })
  onTestFinished(() => pass.close())
  pass.schedule()
  await pass.idle()
  vi.advanceTimersByTime(1000)
  expect(await saved.promise).toEqual([id])
})

test('a closed run waits for no file and saves nothing more', async () => {
  const reading = Promise.withResolvers<FileMetadata>()
  const { pass, batches } = openPass(() => reading.promise, 'a.jpg')
  pass.schedule()
  await pass.close()
  reading.resolve(found(''))
  pass.schedule()
  await pass.reread(1)
  expect(batches).toEqual([])
})
