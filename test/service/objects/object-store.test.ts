import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { folderObjects, s3Objects } from './open-test-objects.ts'

/** Rules for every store of objects. */
describe.each([
  { name: 'a folder', open: folderObjects },
  { name: 'S3', open: s3Objects },
])('objects in $name', ({ open }) => {
  test('stored bytes are read back completely, from a file and from a stream', async () => {
    const objects = await open()
    const bytes = randomBytes(300_000)
    const file = join(tempFolder(), 'picture')
    writeFileSync(file, bytes)
    await objects.put('pictures/a1/first', file)
    await objects.put('pictures/a1/second', Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]))
    expect(await readAll(objects, 'pictures/a1/first')).toEqual(bytes)
    expect(await readAll(objects, 'pictures/a1/second')).toEqual(bytes)
    expect(await objects.find('pictures/a1/second')).toMatchObject({ key: 'pictures/a1/second', bytes: 300_000 })
  })

  test('an empty object is valid', async () => {
    const objects = await open()
    await objects.put('empty', Readable.from([]))
    expect(await readAll(objects, 'empty')).toEqual(Buffer.alloc(0))
    expect(await objects.find('empty')).toMatchObject({ bytes: 0 })
  })

  test('a replaced key has the new bytes; a concurrent reader gets the old or the new ones', async () => {
    const objects = await open()
    await objects.put('snapshot', Readable.from([Buffer.alloc(500_000, 'a')]))
    const reading = await objects.read('snapshot')
    await objects.put('snapshot', Readable.from([Buffer.alloc(400_000, 'b')]))
    const seen = (await buffer(reading)).toString()
    expect(seen === 'a'.repeat(500_000) || seen === 'b'.repeat(400_000)).toBe(true)
    expect(await readAll(objects, 'snapshot')).toEqual(Buffer.alloc(400_000, 'b'))
  })

  test('a large object is read back completely', { tags: 'night' }, async () => {
    const objects = await open()
    const bytes = randomBytes(20 * 1024 * 1024 + 17)
    await objects.put('large', Readable.from(pieces(bytes, 700_001)))
    expect((await readAll(objects, 'large')).equals(bytes)).toBe(true)
  })

  test('a missing object is reported at once', async () => {
    const objects = await open()
    await expect(objects.read('nowhere')).rejects.toMatchObject({ code: 'not-found' })
    expect(await objects.find('nowhere')).toBe(null)
    await objects.delete('nowhere')
  })

  test('a deleted object is gone', async () => {
    const objects = await open()
    await objects.put('a/b', Readable.from([Buffer.from('text')]))
    await objects.delete('a/b')
    expect(await objects.find('a/b')).toBe(null)
    expect(await listKeys(objects, '')).toEqual([])
  })

  test('lists keys with a prefix, which may end within a name, however many there are', async () => {
    const objects = await open()
    const keys = ['pictures/a1/x', 'pictures/a1/y', 'pictures/a1/z', 'pictures/a10/x', 'pictures/b/x', 'snapshots/x']
    for (const key of keys) await objects.put(key, Readable.from([Buffer.from(key)]))
    expect(await listKeys(objects, 'pictures/a1/')).toEqual(keys.slice(0, 3))
    expect(await listKeys(objects, 'pictures/a1')).toEqual(keys.slice(0, 4))
    expect(await listKeys(objects, '')).toEqual(keys)
    expect(await listKeys(objects, 'nothing/')).toEqual([])
    for await (const { key, bytes, changedMs } of objects.list('snapshots'))
      expect({ key, bytes, isNow: Math.abs(Date.now() - changedMs) < 60_000 }).toEqual({
        key: 'snapshots/x',
        bytes: 11,
        isNow: true,
      })
  })

  test('a broken stream keeps the former object, in one piece and in parts', async () => {
    const objects = await open()
    await objects.put('kept', Readable.from([Buffer.from('before')]))
    const broken = (bytes: number) =>
      Readable.from(
        (function* () {
          yield Buffer.alloc(bytes)
          throw new Error('the client went away')
        })(),
      )
    await expect(objects.put('kept', broken(1000))).rejects.toThrow('the client went away')
    await expect(objects.put('kept', broken(20_000_000))).rejects.toThrow('the client went away')
    await expect(objects.put('new', broken(1000))).rejects.toThrow('the client went away')
    expect((await readAll(objects, 'kept')).toString()).toBe('before')
    expect(await listKeys(objects, '')).toEqual(['kept'])
  })

  test('a signal ends every call with its reason', async () => {
    const objects = await open()
    await objects.put('a', Readable.from([Buffer.alloc(1_000_000)]))
    const { signal } = stopped()
    await expect(objects.put('b', Readable.from([Buffer.from('text')]), { signal })).rejects.toThrow('enough')
    await expect(objects.find('a', { signal })).rejects.toThrow('enough')
    await expect(objects.delete('a', { signal })).rejects.toThrow('enough')
    await expect(listKeys(objects, '', signal)).rejects.toThrow('enough')
    await expect(objects.read('a', { signal }).then(buffer)).rejects.toThrow('enough')
    expect(await listKeys(objects, '')).toEqual(['a'])
  })

  test('a put stopped half-way leaves nothing', async () => {
    const objects = await open()
    const stopping = new AbortController()
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(20_000_000)
        stopping.abort(new Error('enough'))
        yield Buffer.alloc(20_000_000)
      })(),
    )
    await expect(objects.put('a', source, { signal: stopping.signal })).rejects.toThrow('enough')
    expect(await listKeys(objects, '')).toEqual([])
  })

  test('a key outside the store is refused', async () => {
    const objects = await open()
    for (const key of ['', '/', 'a//b', '../a', 'a/../b', '.incoming/a', 'a\\b', 'ä', 'a/', 'x'.repeat(513)])
      await expect(objects.put(key, Readable.from([Buffer.from('text')])), key).rejects.toThrow('is no key')
  })
})

const readAll = async (objects: ObjectStore, key: string) => buffer(await objects.read(key))

async function listKeys(objects: ObjectStore, prefix: string, signal?: AbortSignal): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of objects.list(prefix, { signal })) keys.push(key)
  return keys.sort()
}

function stopped(): AbortController {
  const controller = new AbortController()
  controller.abort(new Error('enough'))
  return controller
}

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
