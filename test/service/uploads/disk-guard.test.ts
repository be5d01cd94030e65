import { statfsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DiskGuard } from '../../../src-main/service/uploads/disk-guard.ts'
import { mountSmallDisk } from '../../fixtures/small-disk.ts'

const MEGABYTE = 1024 * 1024

test('space reserved for active streams is not given to others, and is returned with them', async ({ skip }) => {
  const disk = mountSmallDisk(40 * MEGABYTE)
  if ('reason' in disk) return skip(disk.reason)
  const { bavail, bsize } = statfsSync(disk.folder)
  const guard = new DiskGuard(disk.folder, bavail * bsize - 20 * MEGABYTE)
  const first = await guard.reserve()
  const second = await guard.reserve()
  expect(await guard.hasRoom()).toBe(false)
  await expect(guard.reserve()).rejects.toMatchObject({ status: 503 })
  await first.beforeWriting(8 * MEGABYTE)
  await expect(first.beforeWriting(8 * MEGABYTE)).rejects.toMatchObject({ status: 503 })
  second[Symbol.dispose]()
  await first.beforeWriting(1)
  first[Symbol.dispose]()
  expect(await guard.hasRoom()).toBe(true)
})
