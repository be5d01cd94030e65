import { expect, onTestFinished, test, vi } from 'vitest'
import type { RemoteState } from '../../../src-main/contract/library/remote.ts'
import { StatePublisher } from '../../../src-main/engines/remote/state-publisher.ts'

function open() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reported: RemoteState[] = []
  const state: Omit<RemoteState, 'keptIn'> = {
    condition: 'ready',
    message: null,
    version: null,
    concurrency: 4,
    spent: 0,
    hasCredentials: true,
  }
  const publisher = new StatePublisher(
    () => state,
    (each) => reported.push(each),
  )
  return { publisher, state, reported }
}

test('another condition is reported at once, counts at most twice a second', () => {
  const { publisher, state, reported } = open()
  publisher.publish()
  expect(reported.map(({ condition }) => condition)).toEqual(['ready'])
  for (let k = 0; k < 10; k++) {
    state.spent += 1
    publisher.publish()
    vi.advanceTimersByTime(100)
  }
  expect(reported.map(({ spent }) => spent)).toEqual([0, 5, 10])
  state.condition = 'refused'
  publisher.publish()
  expect(reported.at(-1)).toMatchObject({ condition: 'refused', keptIn: 'nowhere' })
})

test('nothing is reported after the end', () => {
  const { publisher, reported } = open()
  publisher.publish()
  publisher.publish()
  publisher.close()
  vi.advanceTimersByTime(10_000)
  expect(reported).toHaveLength(1)
})
