// The clients of the benchmark, all in one separate process, so that their cost is distinguished from the service's.
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { makeVisit } from './client.ts'
import type { LoadOrder, LoadReport, LoadStart } from './load-types.ts'
import { markedJpeg, photoOf } from './photos.ts'
import { visitOf, type Visit } from './visits.ts'

const { address, authorization, photos } = JSON.parse(process.argv[2]!) as LoadStart
const pool = new Pool(address, {
  connections: 64,
  pipelining: 1,
  headersTimeout: 120_000,
  bodyTimeout: 120_000,
  keepAliveTimeout: 60_000,
})
const small = new Map(photos.small.map((path) => [path, readFileSync(path)]))

/** Large photos are read each time: together they would take more memory than the service. */
function pictureOf(visit: Visit): Buffer {
  const path = photoOf(visit, photos)
  return markedJpeg(small.get(path) ?? readFileSync(path), visit.at)
}

async function load({ from, to, clients }: LoadOrder): Promise<LoadReport> {
  const report: Omit<LoadReport, 'ms' | 'cpuMs'> = {
    statuses: {},
    latencies: {},
    faults: { count: 0, examples: [] },
    bytesSent: 0,
  }
  const client = { pool, authorization, pictureOf, report }
  let next = from
  const visitOn = async () => {
    while (next < to) await makeVisit(client, visitOf(next++))
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, visitOn))
  const { user, system } = process.cpuUsage(cpu)
  return { ...report, ms: performance.now() - began, cpuMs: (user + system) / 1000 }
}

process.on('message', (order: LoadOrder) => void load(order).then((report) => process.send?.(report)))
process.on('disconnect', () => void pool.close())
