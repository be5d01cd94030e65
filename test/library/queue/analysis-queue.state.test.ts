import { expect, test } from 'vitest'
import { QueueState } from '../../../src-main/library/queue/analysis-queue.ts'
import { openForTest } from '../catalog/library.ts'

function makeLog() {
  const warnings: string[] = []
  const quiet = () => undefined
  return { warnings, debug: quiet, info: quiet, warn: (message: string) => void warnings.push(message), error: quiet }
}

test('it runs once started, unless it is held, paused, cancelled or closed', () => {
  const state = new QueueState(openForTest().settings, makeLog())
  expect(state.mayRun).toBe(false)
  state.start()
  expect(state.mayRun).toBe(true)
  for (const decision of ['paused', 'cancelled'] as const) {
    state.decide(decision)
    expect(state.mayRun).toBe(false)
    state.decide('running')
    expect(state.mayRun).toBe(true)
  }
  state.hold()
  state.hold()
  state.release()
  expect(state.mayRun).toBe(false)
  state.release()
  expect(state.mayRun).toBe(true)
  state.close()
  expect([state.mayRun, state.isClosed]).toEqual([false, true])
})

test("the person's decision survives a restart, and nothing else does", () => {
  const { settings } = openForTest()
  const first = new QueueState(settings, makeLog())
  first.start()
  first.decide('paused')
  const second = new QueueState(settings, makeLog())
  expect([second.decision, second.mayRun]).toEqual(['paused', false])
  second.decide('running')
  const third = new QueueState(settings, makeLog())
  expect([third.decision, third.mayRun]).toEqual(['running', false])
})

test('on a full disk a decision is valid without being saved; another error is thrown', () => {
  const log = makeLog()
  let fault: Error = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const settings = {
    getState: () => null,
    setState: () => {
      throw fault
    },
  }
  const state = new QueueState(settings, log)
  state.decide('paused')
  expect(state.decision).toBe('paused')
  expect(log.warnings).toHaveLength(1)
  fault = new Error('disk I/O error')
  expect(() => state.decide('cancelled')).toThrow('disk I/O error')
})
