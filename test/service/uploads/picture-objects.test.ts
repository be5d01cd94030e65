import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { openUploads } from '../../../src-main/service/uploads/stored-uploads.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { buildNef } from '../../fixtures/raw-files.ts'
import { folderObjects, s3Objects, startS3 } from '../objects/open-test-objects.ts'
import { addAccount, openStore, silentLog } from '../temp-data.ts'

const DAY = 24 * 3_600_000
const jpeg = await drawPicture()
const body = () => Readable.from([jpeg])

/** The uploads of two nodes, with separate folders, on one database and one store of objects. */
async function openNodes(objects: ObjectStore) {
  const clock = { ms: Date.now() }
  const store = openStore()
  const open = async () => {
    const folder = join(tempFolder(), 'uploads')
    const uploads = await openUploads({ folder, store, objects, log: silentLog, now: () => clock.ms })
    onTestFinished(() => uploads.close())
    return uploads
  }
  return { clock, me: await addAccount(store, {}, 'a1'), first: await open(), second: await open() }
}

async function keysOf(objects: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of objects.list('')) keys.push(key)
  return keys
}

describe.each([
  { name: 'a folder that they share', open: folderObjects },
  { name: 'S3', open: s3Objects },
])('two nodes with pictures in $name', ({ open }) => {
  test('an upload to one is used and deleted on the other', async () => {
    const objects = await open()
    const { me, first, second } = await openNodes(objects)
    const { id } = await first.keep(me, body(), 'beach.jpg')
    const held = await second.find(me, id)
    expect(readFileSync(held.path)).toEqual(jpeg)
    await second.remove(me, id)
    expect(readFileSync(held.path)).toEqual(jpeg)
    await held.release()
    await expect(first.find(me, id)).rejects.toMatchObject({ status: 410 })
    expect(await keysOf(objects)).toEqual([])
  })

  test('a RAW picture keeps its extension on the other node', async () => {
    const { me, first, second } = await openNodes(await open())
    const { id } = await first.keep(me, Readable.from([buildNef(jpeg, 1)]), 'night.NEF')
    expect((await second.find(me, id)).path).toMatch(/\.nef$/)
  })

  test('expired uploads, and all of a removed account, leave the store', async () => {
    const objects = await open()
    const { me, first, second, clock } = await openNodes(objects)
    await first.keep(me, body(), '')
    clock.ms += DAY + 1
    await first.keep(me, body(), '')
    await second.sweep()
    expect(await keysOf(objects)).toHaveLength(1)
    await second.removeAccount('a1')
    expect(await keysOf(objects)).toEqual([])
  })

  test('an object without a row, left by a crash, is deleted by the sweep a day later, and not before', async () => {
    const objects = await open()
    const { first, clock } = await openNodes(objects)
    await objects.put('pictures/a1/left', body())
    await first.sweep()
    expect(await keysOf(objects)).toEqual(['pictures/a1/left'])
    clock.ms += DAY + 3 * 3_600_000
    await first.sweep()
    expect(await keysOf(objects)).toEqual([])
  })
})

test('while the store is down nothing is accepted, and nothing accepted is lost', async () => {
  const server = await startS3()
  const { me, first, second } = await openNodes(await s3Objects(server))
  const { id } = await first.keep(me, body(), '')
  await server.stop()
  await expect(first.keep(me, body(), '')).rejects.toMatchObject({ code: 'away' })
  await expect(second.find(me, id)).rejects.toMatchObject({ code: 'away' })
  await expect(first.remove(me, id)).rejects.toMatchObject({ code: 'away' })
  expect(readFileSync((await first.find(me, id)).path)).toEqual(jpeg) // it has a copy
  await server.start()
  expect(readFileSync((await second.find(me, id)).path)).toEqual(jpeg)
  expect((await first.keptPictures(me)).size).toBe(1)
})

test('an upload whose object was deleted is gone', async () => {
  const objects = await folderObjects()
  const { me, first, second } = await openNodes(objects)
  const { id } = await first.keep(me, body(), '')
  for (const key of await keysOf(objects)) await objects.delete(key)
  await expect(second.find(me, id)).rejects.toMatchObject({ status: 410 })
})
