import { join } from 'node:path'
import { cpSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createService } from '../../../src-main/service/service.ts'
import { startFaultProxy } from '../../engines/remote/fault-proxy.ts'
import { fast } from '../../engines/remote/open-remote.ts'
import { byNight } from '../../fixtures/night.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { silentLog } from '../../service/temp-data.ts'
import { makeLibrary, until } from '../library/open-test-library.ts'
import { addPhotos, makeSecrets, open, settled, useService } from './open-library.ts'

const credentials = { key: 'client-key', secret: 'client-secret' }
/** An actual analysis takes a while on a busy machine. */
const timing = { ...fast, requestMs: 30_000 }
const faultsBetween = [
  { on: /tag/, status: 429, headers: { 'retry-after': '0' }, times: 3 },
  { on: /(uploads|content)$/, status: 503, headers: { 'retry-after': '0' }, times: 2 },
  { on: /colors/, cut: 'before' as const, times: 2 },
  { on: /categor\w+\/personal_photos/, insteadOfAnswer: '<html>somewhere else</html>', times: 1 },
  { on: /croppings/, slowMs: 300, times: 2 },
  { on: /tag/, cut: 'after' as const, times: 1 },
]

async function serve({ plan, now }: { plan?: string; now?: () => number } = {}) {
  const dataDir = tempFolder('service')
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    resourcesDir,
    modelsDir: join(dataDir, 'models'),
    log: silentLog,
    ...credentials,
    ...(plan ? { plan } : {}),
    ...(now ? { now } : {}),
  })
  onTestFinished(() => service.close())
  return service
}
const usageOf = async (address: string): Promise<{ monthly_processed: number }> => {
  const authorization = `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`
  return (
    (await (await fetch(`${address}/v2/usage`, { headers: { authorization } })).json()) as {
      result: { monthly_processed: number }
    }
  ).result
}

describe.each(byNight<('v1' | 'v2')[]>(['v2'], ['v2', 'v1']))('a library and our own service, %s', (version) => {
  test('faults in between lose nothing, and nothing is paid for twice', { tags: 'night' }, async () => {
    const service = await serve()
    const proxy = await startFaultProxy(service.address)
    proxy.faults.push(...faultsBetween)
    const { libraryDir, photosDir } = makeLibrary()
    const opened = await open(libraryDir, makeSecrets(), timing)
    await useService(
      opened,
      proxy,
      {
        version,
        operations: ['tags', 'categories', 'croppings', 'colors', ...(version === 'v2' ? (['faces'] as const) : [])],
        languages: ['de'],
      },
      credentials,
    )
    await addPhotos(photosDir, 3)
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await until(
      () => opened.library.calls.analysis.status(),
      (status) => status.pending === 0 && status.state === 'idle' && status.analysed + status.failed > 0,
      50_000,
    )
    const { tiles } = await opened.library.calls.photos.list({
      filter: {},
      sort: { by: 'name', order: 'asc' },
      offset: 0,
      limit: 10,
    })
    expect(tiles.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
    for (const { id } of tiles) {
      const detail = await opened.library.calls.photos.get({ id })
      expect(detail.tags.length).toBeGreaterThan(0)
      expect(new Set(detail.tags.map(({ source }) => source))).toEqual(new Set(['remote']))
      expect(detail.colors?.image_colors.length).toBeGreaterThan(0)
    }
    // One correct answer was lost by a cut, one by the wrong page: v2 counts a repeated request once. v1 counts those
    // twice, and also two more that were cut before they reached the service.
    const [asked, lost, cut] = version === 'v2' ? [15, 0, 0] : [12, 2, 2]
    expect((await usageOf(service.address)).monthly_processed).toBe(asked + lost)
    expect((await opened.library.calls.remote.state()).spent).toBe(asked + lost + cut)
    expect(proxy.good(/uploads|content$/)).toBe(3)
    expect(opened.asked).toHaveLength(3)
    expect(JSON.stringify(opened.lines)).not.toContain(credentials.secret)
  })

  test('a budget is exact, and the next photos wait', { tags: 'night' }, async () => {
    const service = await serve()
    const proxy = await startFaultProxy(service.address)
    proxy.faults.push(
      { on: /tag/, status: 429, headers: { 'retry-after': '0' }, times: 4 },
      { on: /colors/, status: 503, times: 1 },
    )
    const { libraryDir, photosDir } = makeLibrary()
    const opened = await open(libraryDir, makeSecrets(), timing)
    await useService(opened, proxy, { version, operations: ['tags', 'colors'], monthlyBudget: 5 }, credentials)
    await addPhotos(photosDir, 4)
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await until(
      () => opened.library.calls.remote.state(),
      ({ condition }) => condition === 'budget-spent',
      30_000,
    )
    await until(
      () => opened.library.calls.analysis.status(),
      ({ state }) => state === 'idle',
    )
    expect((await usageOf(service.address)).monthly_processed).toBe(5)
    expect((await opened.library.calls.remote.state()).spent).toBe(5)
  })
})

test('the test button shows the plan of our own service', async () => {
  const service = await serve()
  const opened = await open(makeLibrary().libraryDir, makeSecrets(), timing)
  await useService(opened, service, {}, credentials)
  const seen = await opened.library.calls.remote.test()
  expect(seen.version).toBe('v2')
  expect(seen.categorizers).toEqual(expect.arrayContaining(['personal_photos', 'nsfw_beta']))
  expect(seen.usage).toMatchObject({ monthlyLimit: null, monthlyUsed: 0 })
  expect(seen.usage?.periodEnd).toBeGreaterThan(Date.now())
  await opened.library.calls.remote.setChoice({ ...(await opened.library.calls.remote.choice()), version: 'v1' })
  // Version 1's headers say how much is left, which without a limit says nothing about usage.
  expect((await opened.library.calls.remote.test()).usage).toMatchObject({ monthlyLimit: null, monthlyUsed: null })
})

test('uploads that the service dropped after 25 hours are sent again', { tags: 'night' }, async () => {
  let now = Date.now()
  const service = await serve({ now: () => now })
  const { libraryDir, photosDir } = makeLibrary()
  const proxy = await startFaultProxy(service.address)
  const opened = await open(libraryDir, makeSecrets(), timing)
  await useService(opened, proxy, { operations: ['tags'] }, credentials)
  await addPhotos(photosDir, 1)
  await opened.library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => proxy.good(/tags/),
    (count) => count === 1,
    30_000,
  )
  await settled(opened)
  now += 25 * 3_600_000
  const { tiles } = await opened.library.calls.photos.list({
    filter: {},
    sort: { by: 'name', order: 'asc' },
    offset: 0,
    limit: 10,
  })
  await opened.library.calls.photos.reanalyse({ ids: tiles.map(({ id }) => id) })
  await until(
    () => proxy.good(/tags/),
    (count) => count === 2,
    30_000,
  )
  expect(proxy.seen.filter(({ path }) => path.startsWith('/v2/tags')).map(({ status }) => status)).toEqual([
    200, 410, 200,
  ])
  expect(proxy.good(/uploads/)).toBe(2)
})

test(
  'similar photos by an index of the service: saved, trained, searched, and mapped back to photos',
  { tags: 'night' },
  async () => {
    const service = await serve()
    const { libraryDir, photosDir } = makeLibrary()
    const proxy = await startFaultProxy(service.address)
    const opened = await open(libraryDir, makeSecrets(), timing)
    await useService(opened, proxy, { operations: ['categories', 'similar'] }, credentials)
    await addPhotos(photosDir, 3)
    cpSync(join(photosDir, 'photo-0.jpg'), join(photosDir, 'photo-0-copy.jpg'))
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await until(
      () => proxy.seen.filter(({ path }) => path.startsWith('/v2/tickets')).length,
      (count) => count > 0,
      40_000,
    )
    const list = async () =>
      (await opened.library.calls.photos.list({ filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 10 }))
        .tiles
    const named = Object.fromEntries((await list()).map(({ id, name }) => [name, id]))
    const searches = () =>
      proxy.seen.filter(({ path }) => /similar-images.*image_upload_id/.test(path)).map(({ status }) => status)
    const found = await until(
      async () => (await opened.library.calls.similar.find({ to: { photoIds: [named['photo-0.jpg']!] } })).images,
      () => searches().length > 0,
    )
    expect(searches()).toEqual([200])
    expect(found[0]).toMatchObject({ id: named['photo-0-copy.jpg'] })
    expect(found[0]?.distance).toBeLessThan(0.001)
    expect(found.map(({ id }) => id)).not.toContain(named['photo-0.jpg'])
    expect(found).toHaveLength(3)
    proxy.faults.push({ on: /similar-images/, status: 403, times: 9 })
    expect(
      (await opened.library.calls.similar.find({ to: { photoIds: [named['photo-0.jpg']!] } })).images.length,
    ).toBeGreaterThan(0)
  },
)
