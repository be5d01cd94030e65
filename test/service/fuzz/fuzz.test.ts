import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

test('1,500 hostile requests bring no fault, no leak and no end', async () => {
  const { requests, faults, errors, isWell, statuses } = await runFuzz({ requests: 1500, seed: 1 })
  expect({ faults, errors, isWell, requests }).toEqual({ faults: [], errors: [], isWell: true, requests: 1500 })
  expect(statuses['200']).toBeGreaterThan(20) // some got through, so the rest met more than the door
  expect(statuses['400']).toBeGreaterThan(100)
})
