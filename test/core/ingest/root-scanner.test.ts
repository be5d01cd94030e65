import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/events.ts'
import { RootScanner } from '../../../src-main/core/ingest/root-scanner.ts'
import { RootState } from '../../../src-main/core/ingest/root-state.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openForTest, statusOf } from '../catalog/library.ts'

const { signal } = new AbortController()
const old = new Date('2020-01-01')

async function openScanner(...names: string[]) {
  const catalog = openForTest()
  const folder = join(tempFolder('scanner'), 'photos')
  await mkdir(folder)
  const write = async (name: string, time = old) => {
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), time, time)
  }
  for (const name of names) await write(name)
  const id = catalog.folders.addRoot(folder).id
  const seen = { scanned: 0, work: 0, changed: [] as number[], events: [] as LibraryEvent['type'][] }
  const recent: string[] = []
  const reread: number[] = []
  const quiet = () => undefined
  const hub = {
    photosChanged: (ids: readonly number[]) => void seen.changed.push(...ids),
    everythingChanged: () => void seen.events.push('photos.changed'),
    publish: (event: LibraryEvent) => void seen.events.push(event.type),
  }
  const state = new RootState({
    catalog,
    hub,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    onBack: quiet,
  })
  const scanner = new RootScanner({
    catalog,
    hub,
    state,
    snapshotDir: tempFolder('scanner-snapshots'),
    metadata: { schedule: () => undefined, reread: async (id) => void reread.push(id) },
    readers: { capture: async () => null, hashes: async () => null, looksLike: async () => false },
    excluded: [],
    findFollowed: async () => async () => true,
    onScanned: (files) => (seen.scanned += files),
    onRecent: (_root, paths) => void recent.push(...paths),
    onLater: quiet,
    onTouched: quiet,
    isSettled: () => true,
    onWork: () => (seen.work += 1),
  })
  const root = () => catalog.folders.roots().find((each) => each.id === id)!
  return { catalog, folder, write, scanner, state, root, seen, recent, reread }
}

test('a scan adds what is new and says how much it looked at', async () => {
  const { scanner, root, seen, recent } = await openScanner('a.jpg', 'b.jpg', 'notes.txt')
  expect(await scanner.scan(root(), signal)).toBe(true)
  expect(seen).toEqual({ scanned: 2, work: 1, changed: [1, 2], events: ['folders.changed'] })
  expect(recent).toEqual([])
  expect(await scanner.scan(root(), signal)).toBe(true)
  expect(seen).toMatchObject({ scanned: 4, work: 1, changed: [1, 2] })
})

test('files that were just written are named, since they may still grow', async () => {
  const { scanner, root, write, folder, recent } = await openScanner('a.jpg')
  await write('new.jpg', new Date())
  await scanner.scan(root(), signal)
  expect(recent).toEqual([join(folder, 'new.jpg')])
})

test('photos of a folder that is gone are offline, and are back with it', async () => {
  const { catalog, scanner, state, root, folder, seen } = await openScanner('a.jpg')
  await scanner.scan(root(), signal)
  await rename(folder, `${folder}-unplugged`)
  expect(await scanner.scan(root(), signal)).toBe(false)
  expect(await scanner.examine(root(), [folder], signal)).toBe(false)
  state.lost(root(), 'It is not there.')
  expect(root()).toMatchObject({ isAvailable: false, problems: { access: 'It is not there.' } })
  expect(statusOf(catalog, 1)).toBe('offline')
  expect(seen.events.slice(-2)).toEqual(['photos.changed', 'folders.changed'])

  await rename(`${folder}-unplugged`, folder)
  expect(await scanner.scan(root(), signal)).toBe(true)
  expect(root()).toMatchObject({ isAvailable: true, problems: {} })
  expect(statusOf(catalog, 1)).toBe('pending')
})

test('places that are named are looked at alone; the metadata of a sidecar is read again', async () => {
  const { scanner, root, write, folder, seen, reread } = await openScanner('a.jpg')
  await scanner.scan(root(), signal)
  await write('b.jpg')
  await write('c.jpg')
  await write('a.xmp')
  expect(await scanner.examine(root(), [join(folder, 'b.jpg'), join(folder, 'a.xmp')], signal)).toBe(true)
  expect(seen).toMatchObject({ scanned: 2, changed: [1, 2] })
  expect(reread).toEqual([1])
})

test('an aborted scan rejects', async () => {
  const { scanner, root } = await openScanner('a.jpg')
  await expect(scanner.scan(root(), AbortSignal.abort())).rejects.toThrow()
})
