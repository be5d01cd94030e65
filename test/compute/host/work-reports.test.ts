import { expect, test } from 'vitest'
import type { InFlightJob, WorkReport } from '../../../src-main/compute/host/in-flight-job.ts'
import { WorkReports } from '../../../src-main/compute/host/work-reports.ts'

/** A job that records its reports. */
function makeJob(isWorking: boolean) {
  const reported: WorkReport[] = []
  const job = { isWorking, noteReport: (report: WorkReport) => reported.push(report) } as unknown as InFlightJob
  return { job, reported }
}

test('the processor time between two reports is shared among the working jobs', () => {
  const [a, b, reading] = [makeJob(true), makeJob(true), makeJob(false)]
  const jobs = [a.job, b.job, reading.job]
  const reports = new WorkReports()
  reports.note(10_000, jobs, 0)
  reports.note(10_600, jobs, 500)
  const reported = { ranMs: 500, usedMs: 300, isIdle: false }
  expect([a.reported, b.reported, reading.reported]).toEqual([[reported], [reported], [reported]])
})

test('reports in quick succession count computing, and not idle time', () => {
  const { job, reported } = makeJob(true)
  const reports = new WorkReports()
  for (const [usedMs, nowMs] of [
    [0, 0],
    [0, 500],
    [0, 501],
    [400, 502],
  ] as const)
    reports.note(usedMs, [job], nowMs)
  expect(reported).toEqual([
    { ranMs: 500, usedMs: 0, isIdle: true },
    { ranMs: 0, usedMs: 0, isIdle: true },
    { ranMs: 0, usedMs: 400, isIdle: false },
  ])
})
