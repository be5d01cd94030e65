import { afterAll, beforeAll, expect, test } from 'vitest'
import { byNight } from '../../fixtures/night.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { sendRaw } from '../http/raw.ts'
import { abandon, abandonments, requestOf, shapes, type Shape } from './abandon.ts'
import { startCountedService, type CountedService } from './start-counted-service.ts'

/** How often each way of giving up a request is tried. */
const ROUNDS = byNight(1, 50)
const AT_ONCE = 16
const kinds = ['files', 'handles', 'sockets', 'timers', 'temporary'] as const

let service: CountedService
const things = { picture: await drawPicture({ width: 300, height: 200, noise: 1 }), uploadId: '' }

beforeAll(async () => {
  service = await startCountedService(byNight('stand-in', 'real'))
  things.uploadId = (await ask('bare', '/v2/uploads')).body.result.upload_id
})
afterAll(() => service.remove())

async function ask(shape: Shape, path?: string) {
  const { head, body } = requestOf(shape, things, path)
  const answer = await sendRaw(service.address, [head, body])
  return { status: answer.status, body: JSON.parse(answer.body) }
}

/** Every shape of a request is answered. */
async function expectAnswers() {
  for (const shape of shapes) await expect.poll(async () => (await ask(shape)).status).toBe(200)
}

test('a stalled picture is given up completely, and the service survives', async () => {
  const { head } = requestOf('bare', things)
  const { status, headers, body } = await sendRaw(service.address, [head, things.picture.subarray(0, 2000)])
  expect([status, headers['connection'], JSON.parse(body).status.text]).toEqual([
    400,
    'close',
    expect.stringContaining('stopped arriving'),
  ])
  await service.untilCounted('its file is closed and gone', ({ handles, temporary }) => handles + temporary === 0)
  await expectAnswers()
})

test('requests given up at any stage leave nothing open', { timeout: byNight(180_000, 3_600_000) }, async () => {
  // Opens everything that stays open, such as all processes of the engine.
  await Promise.all(Array.from({ length: AT_ONCE }, expectAnswers))
  const before = await service.untilCounted('connections have ended', ({ sockets }) => sockets === 0)
  const waiting = Array.from({ length: ROUNDS }, () => abandonments).flat()
  const next = waiting.values()
  const giveUp = async () => {
    for (const each of next) await abandon(service.address, each, things)
  }
  await service.whileItRuns(Promise.all(Array.from({ length: AT_ONCE }, giveUp)))
  const after = await service.untilCounted(`no more is open than ${JSON.stringify(before)}`, (counts) =>
    kinds.every((kind) => counts[kind] <= before[kind]),
  )
  console.log(`${waiting.length} requests given up; before: ${JSON.stringify(before)}, after: ${JSON.stringify(after)}`)
  await expectAnswers()
  expect(service.logged).toEqual([])
})
