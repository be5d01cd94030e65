import { expect, test } from 'vitest'
import { addAccount, copyAsCrashed, openData, openStore } from '../../temp-data.ts'

test('counted usage is on the disk at once: a copy of the files after a crash has all of it', async () => {
  const { usage, store, dataDir, now } = openData()
  const account = await addAccount(store)
  const whole = await usage.enter(account, 50)
  await whole.processed(50)
  await whole.leave()
  const open = await usage.enter(account, 5)
  await open.processed(3)
  const after = openStore(copyAsCrashed(dataDir), now).usage
  expect(await after.report(account)).toMatchObject({
    total_processed: 53,
    total_requests: 2,
    concurrency: { now: 0 },
  })
})
