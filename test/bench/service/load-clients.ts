import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadOrder, LoadReport, LoadStart } from './load-types.ts'

export type LoadClients = {
  run(order: LoadOrder): Promise<LoadReport>
  /** Ends their connections too. */ close(): Promise<void>
}

/** Starts the process of the clients. */
export function startClients(start: LoadStart): LoadClients {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify(start)], {
    serialization: 'advanced',
    execArgv: [],
  })
  const ended = once(child, 'exit')
  return {
    async run(order) {
      child.send(order)
      const [report] = (await Promise.race([
        once(child, 'message'),
        ended.then(([code]) => Promise.reject(new Error(`the clients ended with ${code}`))),
      ])) as [LoadReport]
      return report
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Several reports as one. */
export function sumReports(reports: readonly LoadReport[]): LoadReport {
  const sum: LoadReport = {
    ms: 0,
    cpuMs: 0,
    statuses: {},
    latencies: {},
    faults: { count: 0, examples: [] },
    bytesSent: 0,
  }
  for (const { ms, cpuMs, statuses, latencies, faults, bytesSent } of reports) {
    sum.ms += ms
    sum.cpuMs += cpuMs
    sum.bytesSent += bytesSent
    sum.faults.count += faults.count
    sum.faults.examples.push(...faults.examples)
    for (const [status, count] of Object.entries(statuses)) sum.statuses[status] = (sum.statuses[status] ?? 0) + count
    for (const [title, times] of Object.entries(latencies)) (sum.latencies[title] ??= []).push(...times)
  }
  return sum
}
