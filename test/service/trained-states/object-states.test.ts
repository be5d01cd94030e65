import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ObjectStoreError, type ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { folderObjects, s3Objects, startS3 } from '../objects/open-test-objects.ts'
import { collect, filesIn, keysOf, openStates, page, sought, trainingOf, watch } from './open-test-states.ts'

const hitsOf = async (states: Awaited<ReturnType<typeof openStates>>, name: string) =>
  (await states.open(name, 'categories'))!.search(sought, page)

describe.each([
  { title: 'a folder that they share', open: folderObjects },
  { title: 'S3', open: s3Objects },
])('trained states in $title', ({ open }) => {
  test('created on one node are searched on another, with the same hits', async () => {
    const objects = await open()
    const [first, second] = [await openStates(objects), await openStates(objects)]
    const name = await first.build(trainingOf(12, 3000), watch())
    expect(await keysOf(objects)).toEqual([`snapshots/${name}`])
    const hits = await hitsOf(first, name)
    expect(hits).toHaveLength(10)
    expect(await hitsOf(second, name)).toEqual(hits)
    expect((await second.open(name, 'categories'))!.shape).toMatchObject({ dimensions: 32, entries: 3000 })
    await second.remove(name)
    expect(await keysOf(objects)).toEqual([])
    expect(await second.open(name, 'categories')).toBeNull()
    expect(await hitsOf(first, name)).toEqual(hits) // in its memory
  })

  test('of equal entries are two states: deleting one keeps the other', async () => {
    const objects = await open()
    const [first, second] = [await openStates(objects), await openStates(objects)]
    const [before, after] = [
      await first.build(trainingOf(12, 50), watch()),
      await first.build(trainingOf(12, 50), watch()),
    ]
    expect(before.slice(-73)).toBe(after.slice(-73))
    await first.remove(before)
    expect(await hitsOf(second, after)).toHaveLength(10)
    expect(await hitsOf(first, after)).toHaveLength(10)
  })

  test('exist for an index without entries, too', async () => {
    const objects = await open()
    const name = await (await openStates(objects)).build(trainingOf(1, 0), watch())
    expect((await (await openStates(objects)).open(name, 'categories'))!.shape.entries).toBe(0)
  })

  test('are deleted by age, other files there are not', async () => {
    const objects = await open()
    const states = await openStates(objects)
    const name = await states.build(trainingOf(3, 5), watch())
    await objects.put('snapshots/notes', join(import.meta.dirname, 'open-test-states.ts'))
    expect(await collect(states.madeBefore(Date.now() + 60_000))).toEqual([name])
    expect(await collect(states.madeBefore(Date.now() - 60_000))).toEqual([])
  })
})

/** A store that does something else before a call. */
const withCalls = (objects: ObjectStore, calls: Partial<ObjectStore>): ObjectStore => ({
  title: objects.title,
  put: (...args) => objects.put(...args),
  read: (...args) => objects.read(...args),
  find: (...args) => objects.find(...args),
  delete: (...args) => objects.delete(...args),
  list: (...args) => objects.list(...args),
  close: () => objects.close(),
  ...calls,
})

test('simultaneous searches fetch once, and a newer state of the index replaces the older in memory', async () => {
  const objects = await folderObjects()
  const [first, folder] = [await openStates(objects), tempFolder('node')]
  const names = [await first.build(trainingOf(12, 50), watch()), await first.build(trainingOf(12, 60), watch())]
  const read: string[] = []
  const counting = withCalls(objects, { read: (key) => (read.push(key), objects.read(key)) })
  const second = await openStates(counting, { folder })
  const [a, b] = await Promise.all([second.open(names[0]!, 'categories'), second.open(names[0]!, 'categories')])
  expect(a).toBe(b)
  expect(read).toHaveLength(1)
  await second.open(names[1]!, 'categories')
  expect(await second.open(names[0]!, 'categories')).not.toBe(a) // read again, from the local file
  expect(read).toHaveLength(2)
  expect(filesIn(folder)).toHaveLength(2)
})

test('files left on this node by an earlier process are deleted at the start', async () => {
  const objects = await folderObjects()
  const folder = tempFolder('node')
  const name = await (await openStates(objects, { folder })).build(trainingOf(12, 50), watch())
  expect(filesIn(folder)).toHaveLength(1)
  const again = await openStates(objects, { folder })
  expect(filesIn(folder)).toEqual([])
  await hitsOf(again, name)
  expect(filesIn(folder)).toHaveLength(1)
})

test('a damaged local file is fetched again', async () => {
  const objects = await folderObjects()
  const folder = tempFolder('node')
  const states = await openStates(objects, { folder, memoryBytes: 1 })
  const name = await states.build(trainingOf(12, 50), watch())
  const hits = await hitsOf(states, name)
  await states.build(trainingOf(13, 50, 2), watch()) // pushes it out of memory
  const copies = join(folder, 'copies')
  for (const file of readdirSync(copies)) truncateSync(join(copies, file), 200)
  expect(await hitsOf(states, name)).toEqual(hits)
})

describe('a failing store', () => {
  test('while down leaves states in memory searchable, and others are not there yet', async () => {
    const server = await startS3()
    const objects = await s3Objects(server)
    const [first, second] = [await openStates(objects), await openStates(objects)]
    const name = await first.build(trainingOf(12, 50), watch())
    await server.stop()
    const hits = await hitsOf(first, name)
    await expect(second.open(name, 'categories')).rejects.toMatchObject({ code: 'away' })
    await server.start()
    expect(await hitsOf(second, name)).toEqual(hits)
  })

  test('that recovers has the state created meanwhile; one that does not leaves nothing', async () => {
    const objects = await folderObjects()
    const folder = tempFolder('node')
    let failures = 2
    const failing = withCalls(objects, {
      put: async (...args) => {
        if (failures-- > 0) throw new ObjectStoreError('away', 'away')
        return objects.put(...args)
      },
    })
    const states = await openStates(failing, { folder, awayPausesMs: [0, 0] })
    const name = await states.build(trainingOf(12, 50), watch())
    expect(await keysOf(objects)).toEqual([`snapshots/${name}`])
    failures = 3
    await expect(states.build(trainingOf(13, 50), watch())).rejects.toMatchObject({ code: 'away' })
    expect(filesIn(folder)).toHaveLength(1)
    expect(await keysOf(objects)).toHaveLength(1)
  })

  test('a training stopped while it waits for the store ends at once', async () => {
    const stopping = new AbortController()
    const put = async () => {
      stopping.abort()
      throw new ObjectStoreError('away', 'away')
    }
    const states = await openStates(withCalls(await folderObjects(), { put }), { awayPausesMs: [3_600_000] })
    const build = states.build(trainingOf(12, 50), { ...watch(), signal: stopping.signal })
    await expect(build).rejects.toMatchObject({ name: 'AbortError' })
  })

  test.each(['cut off', 'wrong bytes'] as const)('an answer with %s is never searched', async (fault) => {
    const server = await startS3()
    const objects = await s3Objects(server)
    const folder = tempFolder('node')
    const name = await (await openStates(objects)).build(trainingOf(12, 500), watch())
    const second = await openStates(objects, { folder })
    server.fault = ({ method }) => (method === 'GET' ? fault : undefined)
    await expect(second.open(name, 'categories')).rejects.toMatchObject({
      code: fault === 'cut off' ? 'away' : 'library-damaged',
    })
    expect(filesIn(folder)).toEqual([])
    server.fault = () => undefined
    expect(await hitsOf(second, name)).toHaveLength(10)
  })

  test('an altered object is reported as damaged', async () => {
    const objects = await folderObjects()
    const [first, second] = [await openStates(objects), await openStates(objects)]
    const name = await first.build(trainingOf(12, 50), watch())
    await objects.put(`snapshots/${name}`, join(import.meta.dirname, 'open-test-states.ts'))
    await expect(second.open(name, 'categories')).rejects.toMatchObject({
      code: 'library-damaged',
      message: expect.stringContaining('Train the index again'),
    })
  })
})
