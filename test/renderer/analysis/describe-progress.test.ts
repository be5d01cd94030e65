import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import type { AnalysisStatus } from '../../../src-main/contract/library/analysis-status.ts'
import { describeProgress } from '../../../src-renderer/analysis/describe-progress.ts'

const status = (given: Partial<AnalysisStatus>): AnalysisStatus => ({
  state: 'analysing',
  scanned: 0,
  total: 100,
  analysed: 30,
  failed: 10,
  pending: 60,
  perSecond: 4.25,
  secondsLeft: 15,
  ...given,
})

test('active work shows its speed and what is left', () => {
  expect(describeProgress(status({}))).toEqual({
    title: 'Analysing',
    percent: 40,
    done: '40 of 100',
    speed: '4.3 photos/s',
    left: '15 s left',
  })
})

test.each(['idle', 'paused'] as const)('paused work (%s) has no speed and promises no time', (state) => {
  expect(describeProgress(status({ state }))).toMatchObject({ speed: '', left: '' })
})

test('a library that cannot save says so, whatever it was doing', () => {
  const problem = foreign('The disk is full.')
  expect(describeProgress(status({ problem })).title).toBe('Analysis is waiting')
  expect(describeProgress(status({ state: 'idle', problem })).title).toBe('Analysis is waiting')
  expect(describeProgress(status({ state: 'paused', problem })).title).toBe('Paused')
})

test('photos that only wait for a service are called neither analysed nor stopped', () => {
  expect(describeProgress(status({ state: 'idle', waiting: foreign('No answer.') })).title).toBe(
    'Waiting for the service',
  )
  expect(describeProgress(status({ state: 'paused', waiting: foreign('No answer.') })).title).toBe('Paused')
})
