import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import type { PortQuestion } from '../../../src-main/compute/port-questions.ts'
import type { FromCompute } from '../../../src-main/compute/protocol.ts'
import { OwnerRequests } from '../../../src-main/compute/worker/owner-requests.ts'

function open() {
  const posted: FromCompute[] = []
  const owner = {
    post: (message: FromCompute) => void posted.push(message),
    onMessage: () => undefined,
    exit: () => undefined,
  }
  return { posted, requests: new OwnerRequests(owner) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const question: PortQuestion = { port: 'taggers', method: 'modelOf', given: ['boats'] }

test('work begins when memory is granted, and the memory is released when it ends, even after a failure', async () => {
  const { posted, requests } = open()
  let hasBegun = false
  const work = requests.memoryFor(7)(500, async () => {
    hasBegun = true
    throw new Error('no picture')
  })
  await settled()
  expect([hasBegun, posted]).toEqual([
    false,
    [{ kind: 'request', ticket: 1, id: 7, request: { kind: 'memory', bytes: 500 } }],
  ])
  requests.settle(1, { ok: true, value: undefined })
  await expect(work).rejects.toThrow('no picture')
  expect([hasBegun, posted.at(-1)]).toEqual([true, { kind: 'release', ticket: 1, id: 7 }])
})

test('replies go to their requests, in any order, and a refusal is an error with its code', async () => {
  const { posted, requests } = open()
  const ask = requests.portsFor(3)
  const [first, second] = [ask(question), ask(question)]
  const refused = expect(first).rejects.toMatchObject({ code: 'bad-params', message: 'It is odd.' })
  requests.settle(2, { ok: true, value: 'yes' })
  requests.settle(1, { ok: false, code: 'bad-params', message: foreign('It is odd.') })
  requests.settle(1, { ok: true, value: 'late' })
  requests.settle(99, { ok: true, value: 'unknown' })
  expect(await second).toBe('yes')
  await refused
  expect(posted).toHaveLength(2)
})
