import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPlans } from '../../../src-main/service/accounts/plans.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'

const write = (dataDir: string, value: unknown) =>
  writeFileSync(join(dataDir, 'plans.json'), typeof value === 'string' ? value : JSON.stringify(value))
const gold = {
  title: 'Gold',
  concurrency: 3,
  requestsPerSecond: null,
  daily: 10,
  monthly: null,
  pictureMegabytes: 1.5,
}

test('plans of the data folder join and replace the shipped ones', () => {
  const dataDir = tempFolder()
  write(dataDir, { default: 'gold', plans: { gold, free: { ...gold, title: 'Free here' } } })
  const plans = loadPlans({ resourcesDir, dataDir })
  expect(plans.standard).toBe('gold')
  expect(plans.find('gold')).toEqual({
    name: 'gold',
    title: 'Gold',
    concurrency: 3,
    requestsPerSecond: null,
    uploadBytes: null,
    daily: 10,
    monthly: null,
    pictureBytes: 1_500_000,
  })
  expect(plans.find('free').title).toBe('Free here')
  expect(plans.find('standard').monthly).toBe(100_000)
})

test.each([
  ['broken JSON', '{', /JSON/],
  ['a misspelt field', { plans: { gold: { ...gold, dayly: 3 } } }, /dayly/],
  ['a number that cannot be', { plans: { gold: { ...gold, concurrency: 0 } } }, /concurrency/],
  ['a default that is not there', { default: 'silver', plans: {} }, /no plan "silver"/],
])('%s is refused with the name of the file', (_what, content, message) => {
  const dataDir = tempFolder()
  write(dataDir, content)
  expect(() => loadPlans({ resourcesDir, dataDir })).toThrow(message)
  expect(() => loadPlans({ resourcesDir, dataDir })).toThrow(join(dataDir, 'plans.json'))
})
