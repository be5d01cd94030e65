import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { openServiceData } from '../../src-main/service/open-service-data.ts'
import { resourcesDir, tempFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { silentLog } from './temp-data.ts'

const open = (dataDir: string, more = {}) => openServiceData({ dataDir, resourcesDir, log: silentLog, ...more })

test('a folder serves one process, and is free again after it was closed or failed to open', async () => {
  const dataDir = tempFolder()
  const data = await open(dataDir, { key: 'k', secret: 's', plan: 'free' })
  expect(await data.accounts.authenticate('k', 's')).toMatchObject({ plan: { name: 'free' } })
  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'library-in-use',
    message: expect.stringContaining(dataDir),
  })
  await data.close()
  await expect(open(dataDir, { key: 'k', secret: 's', plan: 'gold' })).rejects.toMatchObject({ code: 'bad-params' })
  const again = await open(dataDir)
  expect(await again.accounts.authenticate('k', 's')).not.toBeNull()
  await again.close()
})

test("an account's remains are deleted, even if it was removed while nothing ran", async () => {
  const dataDir = tempFolder()
  const first = await open(dataDir, { key: 'k', secret: 's' })
  const account = (await first.accounts.authenticate('k', 's'))!
  await first.uploads.keep(account, Readable.from([await drawPicture()]), 'a.jpg')
  await first.accounts.remove('k')
  await first.close()
  const kept = () => readdirSync(join(dataDir, 'uploads', 'kept'))
  expect(kept()).toHaveLength(1)

  const second = await open(dataDir)
  const forget = vi.fn()
  const deletions = await second.followDeletions(forget)
  await expect.poll(() => second.store.accounts.listDeletionRecords()).toEqual([])
  expect(forget).toHaveBeenCalledExactlyOnceWith(account.id)
  expect(kept()).toEqual([])
  await deletions.close()
  await second.close()
})

test('active deletions are awaited, so that nothing they need is closed too early', async () => {
  const dataDir = tempFolder()
  const first = await open(dataDir, { key: 'k', secret: 's' })
  await first.accounts.remove('k')
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletions = await first.followDeletions(async () => {
    begun.resolve()
    await goesOn.promise
  })
  await begun.promise
  await deletions.close()
  const ended: string[] = []
  const closed = first.jobs.close().then(() => ended.push('closed'))
  await new Promise(setImmediate)
  ended.push('deleted')
  goesOn.resolve()
  await closed
  expect(ended).toEqual(['deleted', 'closed'])
  expect(await first.store.accounts.listDeletionRecords()).toEqual([])
  await first.close()
})
