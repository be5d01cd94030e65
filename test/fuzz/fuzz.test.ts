import { expect, test } from 'vitest'
import type { Attack } from './hostile-request.ts'
import { judge } from './judge.ts'
import { byNight } from '../fixtures/night.ts'
import { runFuzz } from './run-fuzz.ts'
import type { Outcome } from './send-attack.ts'

const REQUESTS = byNight(120, 1_500)

test('hostile requests cause no fault, no leak and no end', async () => {
  const { requests, faults, errors, isWell, statuses } = await runFuzz({ requests: REQUESTS, seed: 1 })
  expect({ faults, errors, isWell, requests }).toEqual({ faults: [], errors: [], isWell: true, requests: REQUESTS })
  expect(statuses['200']).toBeGreaterThan(REQUESTS / 75) // some got through, so the others met more than the door
  expect(statuses['400']).toBeGreaterThan(REQUESTS / 15)
})

const attack: Attack = { kind: 'query', chunks: [Buffer.from('GET / HTTP/1.1')], mayWait: false }
const error = JSON.stringify({ result: {}, status: { type: 'error', text: 'What is wrong.' } })

test.each<[string, Partial<Outcome>, RegExp]>([
  ['another account', { body: '{"result":"treasure"}' }, /another account/],
  ['a fault of the service', { status: 500, body: error }, /500/],
  ['no answer', { status: null, end: 'waiting' }, /no answer/],
  ['a place in the code', { status: 400, body: error.replace('What', 'at read (file:///a/b.ts:3:1)') }, /insides/],
  ['401 without a challenge', { status: 401, body: error }, /challenge/],
  ['405 without Allow', { status: 405, body: error }, /Allow/],
  ['429 without Retry-After', { status: 429, body: error }, /Retry-After/],
  ['an error without an envelope', { status: 404, body: '{"error":"none"}' }, /envelope/],
  ['an error that is no JSON', { status: 400, body: '' }, /JSON/],
])('the judge notices %s', (_what, outcome, fault) => {
  expect(
    judge(attack, { status: 200, headers: {}, body: '{}', isWhole: true, end: 'answered', ...outcome }, 'treasure'),
  ).toMatch(fault)
})

test('the judge passes a success and a proper refusal', () => {
  const outcome: Outcome = { status: 200, headers: {}, body: '{}', isWhole: true, end: 'answered' }
  expect(judge(attack, outcome, 'treasure')).toBeNull()
  expect(judge(attack, { ...outcome, status: 404, body: error }, 'treasure')).toBeNull()
})
