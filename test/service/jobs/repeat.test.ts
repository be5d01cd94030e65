import { expect, test } from 'vitest'
import { repeat } from '../../../src-main/service/jobs/repeat.ts'
import { embeddedNodes } from './open-test-jobs.ts'

test('repeated work continues after each end, after failures and after a restart', async () => {
  const openNode = await embeddedNodes()
  let times = 0
  const work = async () => {
    times += 1
    if (times < 4) throw new Error('not now')
  }
  const first = await openNode()
  await repeat(first, 'sweep', 1, work)
  await expect.poll(() => times).toBeGreaterThan(6)
  await first.close()
  const before = times
  await repeat(await openNode(), 'sweep', 1, work)
  await expect.poll(() => times).toBeGreaterThan(before + 2)
})
