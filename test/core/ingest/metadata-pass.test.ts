import { expect, test } from 'vitest'
import { MetadataPass } from '../../../src-main/core/ingest/metadata-pass.ts'
import type { FileMetadata } from '../../../src-main/core/metadata/read-metadata.ts'
import { metadata, openWithRoot } from '../catalog/library.ts'

const found = (caption: string): FileMetadata => ({ metadata: metadata({ caption }), width: 4, height: 3 })

function openPass(read: (path: string) => Promise<FileMetadata | null>, ...names: string[]) {
  const { catalog, add } = openWithRoot()
  const ids = add(...names)
  const reads: string[] = []
  const batches: number[][] = []
  const errors: unknown[] = []
  const pass = new MetadataPass({
    catalog,
    read(path) {
      reads.push(path)
      return read(path)
    },
    onRead: (some) => void batches.push(some),
    onError: (error) => void errors.push(error),
  })
  return { pass, catalog, ids, reads, batches, errors }
}

test('all photos without metadata are read, a few at once, and none twice', async () => {
  let [inProgress, most] = [0, 0]
  const names = Array.from({ length: 230 }, (_, at) => `${at}.jpg`)
  const { pass, catalog, ids, reads, batches } = openPass(
    async (path) => {
      most = Math.max(most, ++inProgress)
      await new Promise(setImmediate)
      inProgress -= 1
      return found(path)
    },
    ...names,
  )
  pass.schedule()
  pass.schedule()
  await pass.idle()
  expect(reads).toHaveLength(230)
  expect(most).toBe(8)
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual(ids)
  expect(batches.map((batch) => batch.length)).toEqual([100, 100, 30])
  expect(catalog.photos.detail(ids[7]!).metadata.caption).toMatch(/7\.jpg$/)
  expect(catalog.files.withoutMetadata(10)).toEqual([])
})

test('photos whose file is not there wait for the next pass', async () => {
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

test('an error ends the pass and is reported; the next pass goes on', async () => {
  let isBroken = true
  const read = async () => {
    if (isBroken) throw new Error('no disk')
    return found('')
  }
  const { pass, batches, errors } = openPass(read, 'a.jpg')
  pass.schedule()
  await pass.idle()
  expect(errors).toEqual([expect.objectContaining({ message: 'no disk' })])
  isBroken = false
  pass.schedule()
  await pass.idle()
  expect(batches).toEqual([[1]])
})

test('a closed pass saves nothing more', async () => {
  const reading = Promise.withResolvers<FileMetadata>()
  const { pass, batches } = openPass(() => reading.promise, 'a.jpg')
  pass.schedule()
  const closing = pass.close()
  reading.resolve(found(''))
  await closing
  pass.schedule()
  await pass.reread(1, '/photos/a.jpg')
  expect(batches).toEqual([])
})
