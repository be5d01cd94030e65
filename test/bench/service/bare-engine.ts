import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BareStart } from './bare-process.ts'
import { cpuOf } from './watch-tree.ts'

/** The engine alone in as many processes as the service has, each given its next visit as soon as it has done one. */
export type BareEngine = {
  /** Does the visits of a range of numbers. */
  run(from: number, to: number): Promise<void>
  /** Processor milliseconds of its processes up to now. */
  cpuMs(): number
  close(): Promise<void>
}

/** Photos in flight in one process, as in the compute processes of the service. */
const IN_FLIGHT = 2

/** Starts the processes with the very settings of compute processes. */
export function startBareEngine(processes: number, start: BareStart): BareEngine {
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'bare-process.ts'), [JSON.stringify(start)], {
      execArgv: ['--no-incremental-marking', '--max-semi-space-size=4'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    }),
  )
  return {
    async run(from, to) {
      let next = from
      const take = async (child: ChildProcess) => {
        while (next < to) await doVisit(child, next++)
      }
      await Promise.all(children.flatMap((child) => Array.from({ length: IN_FLIGHT }, () => take(child))))
    },
    cpuMs: () => children.reduce((sum, child) => sum + cpuOf(child.pid!), 0),
    async close() {
      await Promise.all(children.filter((child) => child.kill()).map((child) => once(child, 'exit')))
    },
  }
}

function doVisit(child: ChildProcess, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the bare engine ended with ${code} at visit ${at}`))
    const onMessage = (done: unknown) => {
      if (done !== at) return
      child.off('exit', onExit).off('message', onMessage)
      resolve()
    }
    child.on('exit', onExit).on('message', onMessage)
    child.send(at)
  })
}
