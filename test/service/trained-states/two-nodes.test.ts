import { execFile } from 'node:child_process'
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../fixtures/postgres/test-database.ts'
import { makeVectors, train } from '../../indexes/named/fixture.ts'
import { folderObjects, s3Objects } from '../objects/open-test-objects.ts'
import { openNode, type NodeOptions } from './open-node.ts'
import { keysOf } from './open-test-states.ts'

const vectors = makeVectors(600, 32)
const entries = vectors.map((vector, n) => ({ entryId: `photo ${n}`, vector }))

/** Each test has its own account; the tests of a file share the database. */
describe.skipIf(!hasPostgres)('indexes of two nodes on PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => void (database = await createTestDatabase()))
  afterAll(() => database.drop())

  const open = async (objects: ObjectStore | undefined, options: Partial<NodeOptions> = {}) => {
    const node = await openNode({ url: database.url, folder: tempFolder('node'), objects, ...options })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= node.close())
    onTestFinished(close)
    return { ...node, close }
  }
  const nameOf = (owner: string) => ({ owner, kind: 'colors', indexId: 'trip' }) as const
  const search = (indexes: Indexes, owner: string) => indexes.search(nameOf(owner), vectors[3]!, { count: 5 })

  describe.each([
    { title: 'a folder that they share', openObjects: folderObjects },
    { title: 'S3', openObjects: s3Objects },
  ])('with objects in $title', ({ title, openObjects }) => {
    test(
      "one node's training is found by the other; after a new training both find the new state, the old one is gone",
      { tags: 'night' },
      async () => {
        const owner = `ada ${title}`
        const objects = await openObjects()
        const [first, second] = [await open(objects), await open(objects)]
        await first.indexes.saveAll(nameOf(owner), entries.slice(0, 500))
        await train(first.indexes, nameOf(owner))
        const found = await search(first.indexes, owner)
        expect(found.images[0]).toEqual({ id: 'photo 3', distance: 0 })
        expect(await search(second.indexes, owner)).toEqual(found)
        const [old] = await keysOf(objects)

        await second.indexes.remove(nameOf(owner), 'photo 3')
        await second.indexes.saveAll(nameOf(owner), entries.slice(500))
        expect(await search(first.indexes, owner)).toEqual(found)
        await train(second.indexes, nameOf(owner))
        const after = await search(first.indexes, owner)
        expect(after.images.map(({ id }) => id)).not.toContain('photo 3')
        expect(await search(second.indexes, owner)).toEqual(after)
        await expect.poll(() => keysOf(objects)).toEqual([expect.not.stringContaining(old!)])

        await first.indexes.removeIndex(nameOf(owner))
        await expect.poll(() => keysOf(objects)).toEqual([])
      },
    )
  })

  test(
    'a node killed between the new state and the switch leaves the old one searchable',
    { tags: 'night' },
    async () => {
      const place = tempFolder('objects')
      const objects = await folderObjects(place)
      const first = await open(objects)
      const owner = 'ada'
      await first.indexes.saveAll(nameOf(owner), entries.slice(0, 100))
      await train(first.indexes, nameOf(owner))
      const found = await search(first.indexes, owner)
      await first.indexes.saveAll(nameOf(owner), entries.slice(100))
      const [present] = await keysOf(objects)
      await first.close() // the victim must do the training
      const victim = join(import.meta.dirname, 'victim.ts')
      const signal = await new Promise((resolve) =>
        execFile(process.execPath, [victim, database.url, tempFolder('victim'), place], (error) =>
          resolve(error?.signal),
        ),
      )
      expect(signal).toBe('SIGKILL')
      expect(await keysOf(objects)).toHaveLength(2)
      const second = await open(objects)
      expect(await search(second.indexes, owner)).toEqual(found)
      expect(await search((await open(objects)).indexes, owner)).toEqual(found)
      expect(await keysOf(objects)).toContain(present) // share-states.test.ts: a later sweep deletes it
    },
  )

  test('an index whose object was deleted is trained again when it is searched', { tags: 'night' }, async () => {
    const [owner, objects] = ['ann', await folderObjects()]
    const first = await open(objects)
    await first.indexes.saveAll(nameOf(owner), entries)
    await train(first.indexes, nameOf(owner))
    const found = await search(first.indexes, owner)
    for (const key of await keysOf(objects)) await objects.delete(key)
    const second = await open(objects) // which has no copy, unlike the node that trained
    await expect(search(second.indexes, owner)).rejects.toMatchObject({ code: 'library-damaged' })
    await expect.poll(() => search(second.indexes, owner).catch(String)).toEqual(found)
    expect(await search(first.indexes, owner)).toEqual(found)
  })

  describe('a service that gets objects', () => {
    /** A node that trained into its folder and ended. */
    async function trainInFolder(owner: string, folder: string) {
      const before = await open(undefined, { folder })
      await before.indexes.saveAll(nameOf(owner), entries)
      await train(before.indexes, nameOf(owner))
      const found = await search(before.indexes, owner)
      await before.indexes.saveAll(nameOf(owner), [{ entryId: 'later', vector: vectors[3]! }])
      await before.close()
      return { found, snapshots: before.snapshots }
    }
    const countsOf = async (indexes: Indexes, owner: string) => {
      const { trained_entries: trained, pending } = await indexes.metadata(nameOf(owner))
      return { trained, pending }
    }

    test("moves its folder's content there, and finds it meanwhile", { tags: 'night' }, async () => {
      const [owner, folder] = ['eve', tempFolder('node')]
      const { found, snapshots } = await trainInFolder(owner, folder)
      const objects = await folderObjects()
      const node = await open(objects, { folder })
      expect(await search(node.indexes, owner)).toEqual(found)
      await expect.poll(() => readdirSync(snapshots)).toEqual([])
      expect(await search(node.indexes, owner)).toEqual(found)
      expect(await search((await open(objects)).indexes, owner)).toEqual(found)
      expect(await countsOf(node.indexes, owner)).toEqual({ trained: 600, pending: 1 })
    })

    test.each([
      ['gone', (path: string) => rmSync(path)],
      ['damaged', (path: string) => truncateSync(path, 1000)],
    ])('trains again by itself states that are %s', { tags: 'night' }, async (harm, doHarm) => {
      const [owner, folder] = [`bob ${harm}`, tempFolder('node')]
      const { snapshots } = await trainInFolder(owner, folder)
      for (const file of readdirSync(snapshots)) doHarm(join(snapshots, file))
      const objects = await folderObjects()
      const node = await open(objects, { folder })
      await expect.poll(() => countsOf(node.indexes, owner)).toEqual({ trained: 601, pending: 0 })
      const found = await search(node.indexes, owner)
      expect(found.images.slice(0, 2).map(({ id }) => id)).toEqual(['photo 3', 'later'])
      expect(await search((await open(objects)).indexes, owner)).toEqual(found)
    })

    test('and one that starts without them trains again, too', async () => {
      const owner = 'zoe'
      const shared = await open(await folderObjects())
      await shared.indexes.saveAll(nameOf(owner), entries)
      await train(shared.indexes, nameOf(owner))
      const found = await search(shared.indexes, owner)
      await shared.close()
      const alone = await open(undefined)
      await expect.poll(() => search(alone.indexes, owner).catch((error: Error) => error.message)).toEqual(found)
    })
  })
})
