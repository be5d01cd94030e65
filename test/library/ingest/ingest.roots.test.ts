import { reads } from '../../fixtures/reads.ts'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { Ingest } from '../../../src-main/library/ingest/ingest.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openForTest, statusOf } from '../catalog/library.ts'

const old = new Date('2020-01-01')

/** An ingest of one folder, and its messages. `onLook` is called when a scan begins. */
async function openIngest({ isWatching = false }: { isWatching?: boolean } = {}, ...names: string[]) {
  const catalog = openForTest()
  const folder = join(tempFolder('ingest'), 'photos')
  await mkdir(folder)
  const write = async (name: string, time = old) => {
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), time, time)
  }
  for (const name of names) await write(name)
  const seen = { checks: 0, work: 0, back: 0, changed: [] as number[], events: [] as LibraryEvent['type'][] }
  const reread: number[] = []
  const errors: string[] = []
  const hooks = { onCheck: async () => {} }
  const quiet = () => undefined
  const snapshotDir = join(tempFolder('ingest-snapshots'), 'watch')
  const ingest = new Ingest({
    catalog,
    hub: {
      photosChanged: (ids) => void seen.changed.push(...ids),
      everythingChanged: () => void seen.events.push('photos.changed'),
      publish: (event) => void seen.events.push(event.type),
    },
    log: { debug: quiet, info: quiet, warn: quiet, error: (message) => void errors.push(message) },
    metadata: {
      schedule: quiet,
      reread: async (id) => void reread.push(id),
      readOnce: async () => undefined,
      idle: async () => undefined,
      close: async () => undefined,
    },
    readers: { capture: async () => null, hashes: async () => null, looksLike: async () => false },
    excluded: [],
    allowed: async () => {
      seen.checks += 1
      await hooks.onCheck()
      return []
    },
    snapshotDir,
    isWatching,
  })
  ingest.on('work', () => (seen.work += 1))
  ingest.on('back', () => (seen.back += 1))
  onTestFinished(() => ingest.close())
  const root = () => catalog.folders.roots()[0]!
  const rescan = async () => {
    ingest.rescan()
    await ingest.idle()
  }
  const add = async () => {
    await ingest.addRoot(folder)
    await ingest.idle()
  }
  return { catalog, folder, write, ingest, root, seen, reread, errors, hooks, snapshotDir, rescan, add }
}

test('a scan adds new files and reports how many it checked', async () => {
  const { add, rescan, ingest, seen } = await openIngest({}, 'a.jpg', 'b.jpg', 'notes.txt')
  await add()
  expect(ingest.progress()).toEqual({ isScanning: false, scanned: 2 })
  expect(seen).toMatchObject({ work: 1, changed: [1, 2] })
  expect(seen.events.at(-1)).toBe('folders.changed')
  await rescan()
  expect(ingest.progress().scanned).toBe(2)
  expect(seen).toMatchObject({ work: 1, changed: [1, 2] })
})

test('recently written files are checked again, since they may still grow', async () => {
  const { add, write, folder, catalog, hooks } = await openIngest()
  await write('new.jpg', new Date())
  let isGrown = false
  hooks.onCheck = async () => {
    if (isGrown || catalog.files.findByPath(join(folder, 'new.jpg')) === null) return
    isGrown = true
    await appendFile(join(folder, 'new.jpg'), ' and more')
  }
  await add()
  expect(isGrown).toBe(true)
  expect(catalog.photos.detail(1)).toMatchObject({ bytes: 'new.jpg and more'.length })
})

test('photos of a missing folder are offline, and return with it', async () => {
  const { add, rescan, catalog, root, folder, seen } = await openIngest({}, 'a.jpg')
  await add()
  await rename(folder, `${folder}-unplugged`)
  await rescan()
  const problem = reads(/is not there/)
  expect(root()).toMatchObject({ isAvailable: false, problems: { access: problem } })
  expect(statusOf(catalog, 1)).toBe('offline')
  expect(seen.events.slice(-2)).toEqual(['photos.changed', 'folders.changed'])

  await rename(`${folder}-unplugged`, folder)
  const { back } = seen
  await rescan()
  expect(root()).toMatchObject({ isAvailable: true, problems: {} })
  expect(statusOf(catalog, 1)).toBe('pending')
  expect(seen.back).toBe(back + 1)
})

test('a named place is checked alone; the metadata of a sidecar is read again', async () => {
  const { add, ingest, write, folder, seen, reread } = await openIngest({}, 'a.jpg')
  await add()
  for (const name of ['b.jpg', 'c.jpg', 'a.xmp']) await write(name)
  await ingest.recheck(join(folder, 'b.jpg'))
  await ingest.recheck(join(folder, 'a.xmp'))
  expect(seen.changed).toEqual([1, 2])
  expect(reread).toEqual([1])
})

test('a failed check is reported as a failure while the folder exists', async () => {
  const { add, rescan, root, errors, snapshotDir } = await openIngest({}, 'a.jpg')
  await add()
  await rm(snapshotDir, { recursive: true })
  await writeFile(snapshotDir, 'no folder')
  await rescan()
  expect(new Set(errors)).toEqual(new Set(['Looking through a folder failed']))
  expect(root()).toMatchObject({ isAvailable: true, problems: {} })
})

test('a check that fails because the folder vanished leaves the folder offline', async () => {
  const { add, ingest, rescan, root, errors, hooks, folder } = await openIngest({}, 'a.jpg')
  await add()
  hooks.onCheck = async () => {
    if (existsSync(folder)) await rename(folder, `${folder}-away`)
  }
  await rescan()
  expect(root()).toMatchObject({ isAvailable: false })
  await rename(`${folder}-away`, folder)
  await ingest.recheck(join(folder, 'a.jpg'))
  expect(root()).toMatchObject({ isAvailable: false })
  expect(errors).toEqual([])
})

test('several waiting scans of one root become one; a returned root gets its own', async () => {
  const { add, ingest, seen, catalog, folder } = await openIngest({}, 'a.jpg')
  await add()
  const { checks } = seen
  ingest.rescan()
  ingest.rescan()
  ingest.rescan()
  await ingest.idle()
  // The first one ran at once; of the other two, one waited.
  expect(seen.checks - checks).toBe(2)
  ingest.rescan()
  ingest.rescan()
  catalog.folders.removeRoot(1)
  ingest.matchRoots()
  await ingest.addRoot(folder)
  ingest.rescan()
  await ingest.idle()
  expect(catalog.analysis.counts().total).toBe(1)
})

test('closing ends a scan', async () => {
  const { ingest, hooks, folder, catalog } = await openIngest({}, 'a.jpg', 'b.jpg')
  const closed = Promise.withResolvers<void>()
  hooks.onCheck = async () => closed.resolve(ingest.close())
  await ingest.addRoot(folder)
  await closed.promise
  expect(catalog.analysis.counts().total).toBe(0)
})

test('a watched folder that vanishes is offline at once, and its return is noticed once', async () => {
  const { add, root, folder, seen } = await openIngest({ isWatching: true }, 'a.jpg')
  await add()
  await rename(folder, `${folder}-away`)
  await expect.poll(() => root().isAvailable).toBe(false)
  const { back } = seen
  await rename(`${folder}-away`, folder)
  await expect.poll(() => seen.back).toBe(back + 1)
  await writeFile(join(folder, '..', 'other'), '')
  await rm(join(folder, '..', 'other'))
  expect(seen.back).toBe(back + 1)
})

/** The system's watches on a folder, whoever holds them. */
function watchesOf(folder: string): number {
  const inode = statSync(folder).ino.toString(16)
  const held = readdirSync('/proc/self/fdinfo').flatMap((fd) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').split('\n')
    } catch {
      return [] // closed meanwhile
    }
  })
  return held.filter((line) => line.startsWith('inotify') && line.includes(` ino:${inode} `)).length
}

test.runIf(process.platform === 'linux')(
  'a root removed while its watch starts, or later, leaves no watch behind',
  async () => {
    const { ingest, add, catalog, folder, hooks } = await openIngest({ isWatching: true }, 'a.jpg')
    const leave = (id: number) => {
      catalog.folders.removeRoot(id)
      ingest.matchRoots()
    }
    await add()
    expect(watchesOf(folder)).toBe(1)
    leave(1)
    await expect.poll(() => watchesOf(folder)).toBe(0)

    hooks.onCheck = async () => {
      for (const { id } of catalog.folders.roots()) leave(id)
    }
    await ingest.addRoot(folder)
    await ingest.idle()
    await expect.poll(() => watchesOf(folder)).toBe(0)
  },
)
