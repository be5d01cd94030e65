import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cpSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import type { EngineChoice } from '../../../src-main/contract/library/remote.ts'
import { DEFAULT_TIMING } from '../../../src-main/engines/remote/session/remote-timing.ts'
import { hasClusterParts, startCluster, type Cluster } from '../../fixtures/cluster/cluster.ts'
import { standInAnswer } from '../../fixtures/cluster/stand-in-engine.ts'
import { packagePhotos } from '../../fixtures/pictures.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { startFaultProxy, type FaultProxy } from '../../engines/remote/fault-proxy.ts'
import { openClient } from '../../service/service/client.ts'
import { makeLibrary, until } from '../library/open-test-library.ts'
import { makeSecrets, open, settled, useService, type Opened } from './open-library.ts'

const PHOTOS = 500
/** Long ones, as in the program. */
const timing = DEFAULT_TIMING
const account = (key: string) => ({ key, secret: `the-secret-of-${key}`, plan: 'unlimited' })
const accounts = { import: account('import'), away: account('away'), real: account('real') }

/** Photos that differ in every pixel. */
async function makePhotos(dir: string, count: number): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const [width, height] = [48, 32]
  for (let number = 1; number <= count; number++) {
    const random = seededRandom(number)
    const pixels = Uint8Array.from({ length: width * height * 3 }, () => random() * 256)
    const name = join(dir, `photo-${String(number).padStart(3, '0')}.jpg`)
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toFile(name)
  }
}

/** A library that uses the service under an account, and imports a folder. */
async function importThrough(
  address: string,
  credentials: { key: string; secret: string },
  photosDir: string,
  libraryDir: string,
  choice: Partial<EngineChoice>,
): Promise<Opened> {
  const opened = await open(libraryDir, makeSecrets(), timing)
  await useService(opened, { address }, choice, credentials)
  await opened.library.hostCalls.addFolder({ path: photosDir })
  return opened
}
const statusOf = (opened: Opened) => opened.library.calls.analysis.status()
const analysed = (opened: Opened, count: number) =>
  until(
    () => statusOf(opened),
    (status) => status.analysed >= count,
  )

/** Tags of every photo by name, each with its engine. */
async function readTags({ library }: Opened): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const page = { filter: {}, sort: { by: 'name', order: 'asc' } as const, offset: 0, limit: PHOTOS }
  const { tiles } = await library.calls.photos.list(page)
  for (const { id, status } of tiles) {
    const { path, tags } = await library.calls.photos.get({ id })
    found.set(path.split('/').at(-1)!, [status, ...tags.map(({ name, source }) => `${name} by ${source}`)])
  }
  return found
}

/** What the simulation finds in the picture sent for a photo. */
async function expectedTag(path: string): Promise<string> {
  const { upload } = await decodePhoto(path, { uploadSide: 640 })
  const answer = await standInAnswer({ operation: 'tags', given: {} }, Buffer.from(upload!.bytes))
  return answer.ok && answer.operation === 'tags' ? `${answer.value.tags[0]!.tag.en} by remote` : ''
}

/** 500 photos and the starts of nodes take minutes on a machine that is busy with other tests. */
const options = { tags: 'night', timeout: 600_000 }

describe.skipIf(!hasClusterParts)('a library and three nodes behind HAProxy', options, () => {
  let cluster: Cluster
  let proxy: FaultProxy
  beforeAll(async () => {
    cluster = await startCluster({ engine: { delayMs: 5, atOnce: 8 }, accounts: Object.values(accounts) })
  })
  afterAll(() => cluster.close())
  const processed = (of: keyof typeof accounts) => openClient(cluster.address, accounts[of]).processed()

  test('a node is killed, another restarted, answers are lost: everything is analysed, and counted once', async () => {
    proxy = await startFaultProxy(cluster.address)
    const { libraryDir, photosDir } = makeLibrary()
    await makePhotos(photosDir, PHOTOS)
    const choice = { operations: ['tags', 'colors'] as const, monthlyBudget: PHOTOS * 2 }
    const opened = await importThrough(proxy.address, accounts.import, photosDir, libraryDir, {
      ...choice,
      operations: [...choice.operations],
    })
    const [killed, restarted] = cluster.nodes
    await analysed(opened, 50)
    await killed!.kill()
    // Simulates a kill at the instant after the answer was counted and before it is sent, which no test can hit.
    proxy.faults.push(
      { on: /tags/, cut: 'after', times: 3 },
      { on: /colors/, cut: 'after', status: 503, headers: { 'retry-after': '0' }, times: 3 },
    )
    await analysed(opened, 150)
    expect(await restarted!.stop()).toBe(0)
    await restarted!.start()
    await analysed(opened, 300)
    await killed!.start()
    await settled(opened)

    expect(await statusOf(opened)).toMatchObject({ analysed: PHOTOS, failed: 0, pending: 0 })
    const tags = await readTags(opened)
    const expected = new Map<string, string[]>()
    for (const name of (await readdir(photosDir)).toSorted())
      expected.set(name, ['ready', await expectedTag(join(photosDir, name))])
    expect(tags).toEqual(expected)
    expect(proxy.faults.every(({ times }) => times === 0)).toBe(true)
    expect(await processed('import')).toBe(PHOTOS * 2)
    expect(await opened.library.calls.remote.state()).toMatchObject({
      condition: 'ready',
      message: null,
      spent: PHOTOS * 2,
    })
    expect(opened.lines.filter((line) => line.includes('cannot be asked now'))).toEqual([])
    expect(cluster.nodes.flatMap((node) => node.errors())).toEqual([])
  })

  test('while all nodes are down the library reports it and waits, then resumes by itself', async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await makePhotos(photosDir, 60)
    const operations: EngineChoice['operations'] = ['tags', 'colors']
    const choice = { operations, monthlyBudget: 120 }
    const opened = await importThrough(cluster.address, accounts.away, photosDir, libraryDir, choice)
    await analysed(opened, 20)
    await Promise.all(cluster.nodes.map((node) => node.kill()))
    const { message } = await until(
      () => opened.library.calls.remote.state(),
      ({ condition }) => condition === 'unreachable',
    )
    expect(inEnglish(message)).toMatch(/^The service .* It is asked again by itself\.$/)
    const { waiting, failed, pending } = await until(
      () => statusOf(opened),
      ({ state }) => state === 'idle',
    )
    expect([waiting, failed]).toEqual([message, 0])
    expect(pending).toBeGreaterThan(0)
    await Promise.all(cluster.nodes.map((node) => node.start()))
    await settled(opened)
    for (const [name, found] of await readTags(opened))
      expect([name, ...found]).toEqual([name, 'ready', await expectedTag(join(photosDir, name))])
    expect(await processed('away')).toBe(120)
    expect(await opened.library.calls.remote.state()).toMatchObject({ condition: 'ready', spent: 120 })
    expect(opened.lines.filter((line) => line.includes('could not do'))).toEqual([])
  })
})

describe.skipIf(!hasClusterParts)('a library and three nodes with the engine', { tags: 'night' }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine: 'real', accounts: [accounts.real] })
  })
  afterAll(() => cluster.close())

  test('a node is killed and another restarted between photos: everything is analysed, and counted once', async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const [first, ...rest] = packagePhotos()
    cpSync(first!, join(photosDir, '0.jpg'))
    const operations: EngineChoice['operations'] = ['tags', 'categories', 'faces']
    const opened = await importThrough(cluster.address, accounts.real, photosDir, libraryDir, { operations })
    await settled(opened)
    const [killed, restarted] = cluster.nodes
    rest.forEach((photo, number) => cpSync(photo, join(photosDir, `${number + 1}.jpg`)))
    await until(
      () => statusOf(opened),
      ({ pending }) => pending > 0,
    )
    await killed!.kill()
    expect(await restarted!.stop()).toBe(0)
    await restarted!.start()
    await until(
      () => readTags(opened),
      (found) => found.size === rest.length + 1 && [...found.values()].every(([status]) => status === 'ready'),
    )
    for (const [name, [, ...tags]] of await readTags(opened)) {
      expect([name, tags.length]).not.toEqual([name, 0])
      expect(tags.every((tag) => tag.endsWith(' by remote'))).toBe(true)
    }
    const asked = (rest.length + 1) * operations.length
    expect(await openClient(cluster.address, accounts.real).processed()).toBe(asked)
    expect((await opened.library.calls.remote.state()).spent).toBe(asked)
  })
})
