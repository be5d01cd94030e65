import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { describe, expect, test } from 'vitest'
import { startFakeService } from '../../engines/remote/fake-service.ts'
import { makeLibrary, until } from '../library/open-test-library.ts'
import { addPhotos, makeSecrets, open, settled, useService } from './open-library.ts'

describe('a library that sends photos to a service', () => {
  test('each photo is decoded and sent once, and its findings name their source', async () => {
    const service = await startFakeService()
    const { libraryDir, photosDir } = makeLibrary()
    const opened = await open(libraryDir, makeSecrets())
    await useService(opened, service)
    await addPhotos(photosDir, 3)
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await settled(opened)
    expect(opened.asked).toHaveLength(3)
    expect(service.uploads.size).toBe(3)
    expect(service.processed).toHaveLength(6)
    const { total, tiles } = await opened.library.calls.photos.list({
      filter: {},
      sort: { by: 'name', order: 'asc' },
      offset: 0,
      limit: 10,
    })
    expect(total).toBe(3)
    const detail = await opened.library.calls.photos.get({ id: tiles[0]!.id })
    expect(detail.tags).toMatchObject([
      { name: 'automobile', source: 'remote' },
      { name: 'quokka selfie', source: 'remote' },
    ])
    expect(detail.categories.map(({ name }) => name)).toEqual(['streetview architecture'])
    expect(detail.nsfwShares?.safe).toBe(98)
    expect(await opened.library.calls.remote.state()).toMatchObject({ condition: 'ready', spent: 6, version: 'v2' })
    expect(JSON.stringify(opened.lines)).not.toMatch(/my-secret|bXkta2V5/)
  })

  test(
    'switching engines, there or back, requests nothing that is known; a person may request it again',
    { tags: 'night' },
    async () => {
      const service = await startFakeService()
      const { libraryDir, photosDir } = makeLibrary()
      const opened = await open(libraryDir, makeSecrets())
      await addPhotos(photosDir, 3)
      await opened.library.hostCalls.addFolder({ path: photosDir })
      await settled(opened)
      await useService(opened, service)
      await settled(opened)
      expect(service.requests).toEqual([])
      await addPhotos(photosDir, 1, 3)
      await until(
        () => service.processed.length,
        (count) => count === 2,
      )
      await settled(opened)
      await opened.library.calls.remote.setChoice({ ...(await opened.library.calls.remote.choice()), engine: 'local' })
      await settled(opened)
      expect(opened.asked).toHaveLength(4)
      expect(await opened.library.calls.remote.state()).toMatchObject({ condition: 'off', spent: 2 })
      await useService(opened, service)
      const { tiles } = await opened.library.calls.photos.list({
        filter: {},
        sort: { by: 'name', order: 'asc' },
        offset: 0,
        limit: 10,
      })
      await opened.library.calls.photos.reanalyse({ ids: tiles.map(({ id }) => id) })
      await until(
        () => service.processed.length,
        (count) => count === 10,
      )
      await settled(opened)
      expect(service.uploads.size).toBe(4)
    },
  )

  test(
    'photos that the service refuses wait without looping, survive a restart, and continue once it is repaired',
    { tags: 'night' },
    async () => {
      const service = await startFakeService()
      service.credentials = 'my-key:changed'
      const { libraryDir, photosDir } = makeLibrary()
      const secrets = makeSecrets()
      const first = await open(libraryDir, secrets)
      await useService(first, service)
      await addPhotos(photosDir, 4)
      await first.library.hostCalls.addFolder({ path: photosDir })
      await first.library.hostCalls.waitUntilIdle()
      const status = await settled(first, 4)
      expect(inEnglish(status.waiting)).toMatch(/does not accept the key/)
      expect(first.asked).toHaveLength(4)
      expect(
        (
          await first.library.calls.photos.list({
            filter: {},
            sort: { by: 'name', order: 'asc' },
            offset: 0,
            limit: 10,
          })
        ).tiles.every(({ thumbVersion }) => thumbVersion > 0),
      ).toBe(true)
      const requests = service.requests.length
      await first.library.close()

      const second = await open(libraryDir, secrets)
      await settled(second, 4)
      expect(second.asked.length).toBeLessThanOrEqual(4)
      expect(service.requests.length).toBeLessThanOrEqual(requests + 4)
      await second.library.calls.remote.setCredentials({ key: 'my-key', secret: 'changed' })
      await settled(second)
      expect(service.processed).toHaveLength(8)
      expect(await second.library.calls.remote.state()).toMatchObject({ condition: 'ready', spent: 8 })
      expect((await second.library.calls.analysis.status()).waiting).toBeUndefined()
    },
  )

  test('a restart in the middle neither sends nor pays again', { tags: 'night' }, async () => {
    const service = await startFakeService()
    const { libraryDir, photosDir } = makeLibrary()
    const secrets = makeSecrets()
    const first = await open(libraryDir, secrets)
    await useService(first, service, { monthlyBudget: 5 })
    await addPhotos(photosDir, 4)
    await first.library.hostCalls.addFolder({ path: photosDir })
    await first.library.hostCalls.waitUntilIdle()
    expect(service.processed).toHaveLength(5)
    expect(inEnglish((await first.library.calls.analysis.status()).waiting)).toMatch(/budget/)
    await first.library.close()
    const second = await open(libraryDir, secrets)
    await second.library.calls.remote.setChoice({ ...(await second.library.calls.remote.choice()), monthlyBudget: 8 })
    await settled(second)
    expect(service.processed).toHaveLength(8)
    expect(service.uploads.size).toBe(4)
    expect(await second.library.calls.remote.state()).toMatchObject({ condition: 'ready', spent: 8 })
  })

  test('key and secret are for one origin: for another address the library reports it and sends nothing', async () => {
    const [service, other] = [await startFakeService(), await startFakeService()]
    const { libraryDir, photosDir } = makeLibrary()
    const secrets = makeSecrets()
    const opened = await open(libraryDir, secrets)
    await useService(opened, service)
    await opened.library.calls.remote.setChoice({
      ...(await opened.library.calls.remote.choice()),
      address: `${other.address}/v2/`,
    })
    expect((await opened.library.calls.remote.choice()).address).toBe(other.address)
    await addPhotos(photosDir, 1)
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await settled(opened, 1)
    expect(other.requests).toEqual([])
    expect(await opened.library.calls.remote.state()).toMatchObject({
      condition: 'no-credentials',
      hasCredentials: false,
      message: reads(/another address/),
    })
    await opened.library.calls.remote.setCredentials({ key: 'my-key', secret: 'my-secret' })
    await settled(opened)
    expect(other.processed).toHaveLength(2)
  })

  test('a lasting fault of one photo ends after a few tries and delays no other', async () => {
    const service = await startFakeService()
    const { libraryDir, photosDir } = makeLibrary()
    const opened = await open(libraryDir, makeSecrets())
    await useService(opened, service, { operations: ['tags'] })
    service.faults.push({ on: /tags/, status: 400, times: 3 })
    await addPhotos(photosDir, 1)
    await opened.library.hostCalls.addFolder({ path: photosDir })
    await settled(opened)
    expect(service.count(/tags/)).toBe(3)
    expect(await opened.library.calls.remote.state()).toMatchObject({ spent: 0, condition: 'ready' })
  })

  test('the test button shows plan and usage without cost', async () => {
    const service = await startFakeService()
    const { libraryDir } = makeLibrary()
    const opened = await open(libraryDir, makeSecrets())
    await useService(opened, service)
    expect(await opened.library.calls.remote.test()).toEqual({
      version: 'v2',
      usage: { monthlyLimit: 2000, monthlyUsed: 12, concurrency: 3, periodEnd: 1_800_000_000_000 },
      categorizers: ['personal_photos'],
    })
    service.credentials = 'other:other'
    await expect(opened.library.calls.remote.test()).rejects.toMatchObject({ code: 'service-refused' })
    expect(service.processed).toEqual([])
  })
})
