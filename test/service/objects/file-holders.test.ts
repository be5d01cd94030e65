import { expect, test, vi } from 'vitest'
import { FileHolders } from '../../../src-main/service/objects/cache/file-holders.ts'

test('a file without holders is deleted at once; a held one when its last holder releases it', async () => {
  const deleteFile = vi.fn(async () => {})
  const holders = new FileHolders(deleteFile)
  await holders.remove('free')
  expect(deleteFile.mock.calls).toEqual([['free']])
  const [first, second] = [holders.hold('held'), holders.hold('held')]
  await holders.remove('held')
  await first()
  await first()
  expect(deleteFile).toHaveBeenCalledTimes(1)
  await second()
  expect(deleteFile.mock.calls).toEqual([['free'], ['held']])
})

test('a file that is released without being removed stays', async () => {
  const deleteFile = vi.fn(async () => {})
  const holders = new FileHolders(deleteFile)
  await holders.hold('kept')()
  expect(deleteFile).not.toHaveBeenCalled()
})
