import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { startBareEngine } from './service/bare-engine.ts'
import { findLeftovers } from './service/leftovers.ts'
import { startClients, sumReports } from './service/load-clients.ts'
import type { LoadReport } from './service/load-types.ts'
import { percentile } from './service/percentile.ts'
import { findPhotos } from './service/photos.ts'
import { describeMemory, loads, megabytes, row, say, sayLatencies, type Row } from './service/print.ts'
import { makeAccount, makeServiceFolders, startService } from './service/run-service.ts'
import { ENTRIES, makeVectors, searchInside, searchOverHttp, type SearchTimes } from './service/search-bench.ts'
import { takeTurns, type Turns } from './service/turns.ts'
import { readTree } from './service/watch-tree.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '64' },
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const clients = Number(values.clients)
if (!(seconds > 0) || !(Number.isInteger(clients) && clients > 0))
  throw new Error('--seconds and --clients must be positive numbers')

/** The plan admits a few less than there are clients, so that 429 is among the answers. */
const CONCURRENCY = Math.max(1, clients - Math.ceil(clients / 8))
/** With fewer samples of memory, one a second, thirds of a run mean nothing. */
const MIN_POLLS = 9
const BOUNDS = { ratio: 0.85, searchMs: 20, growth: 1.1, handles: 4 } as const

const home = makeTempFolder('bench-service')
const folders = makeServiceFolders(home)
const closing: (() => Promise<unknown>)[] = []
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  for (const close of closing.reverse()) await close()
  removeFolder(home)
}

async function run(): Promise<boolean> {
  say(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, load average ${loads()}`)
  const photos = await findPhotos(home)
  const account = await makeAccount(folders, CONCURRENCY)
  const inside = await searchInside(folders, account, await makeVectors(photos.small.slice(0, 128), folders.modelsDir))
  const bare = startBareEngine(availableParallelism(), { modelsDir: folders.modelsDir, photos })
  closing.push(bare.close)
  const service = await startService(folders, values.profile)
  let stopping: ReturnType<typeof service.stop> | undefined
  const stop = () => (stopping ??= service.stop())
  closing.push(stop)
  const load = startClients({ address: service.address, authorization: account.authorization, photos })
  closing.push(load.close)
  const turns = await takeTurns({ bare, service, load, clients, seconds })
  const quiet = await searchOverHttp(service.address, account, 1)
  const crowded = await searchOverHttp(service.address, account, 8)
  await load.close()
  await delay(1000)
  const handles = readTree(service.pid).handles
  const ending = await stop()
  const leftovers = findLeftovers(folders)
  const sum = sumReports(turns.reports)
  sayLatencies(sum)
  const rows = [
    row('Service ready', `${Math.round(service.readyMs)} ms`),
    ...loadRows(sum),
    ...speedRows(turns, sum),
    ...memoryRows(turns, handles),
    ...searchRows(inside, quiet, crowded),
  ]
  rows.push(
    row('Stopped in order', `exit code ${ending.code} after ${Math.round(ending.ms)} ms`, 'code 0', ending.code === 0),
    row('Files of pictures left', `${leftovers.length}`, 'none', leftovers.length === 0),
  )
  console.table(rows)
  for (const example of [...sum.faults.examples, ...leftovers.map((path) => `left behind: ${path}`)]) say(example)
  say(`Load average ${loads()}`)
  return sum.faults.count === 0 && leftovers.length === 0 && ending.code === 0
}

function loadRows(sum: LoadReport): Row[] {
  const statuses = Object.entries(sum.statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  return [
    row('Answers by status', statuses),
    row('Other errors than the planned 429 and 503', `${sum.faults.count}`, 'none', sum.faults.count === 0),
  ]
}

/**
 * The bare engine does the same operations on the same photos, each decoded once for all operations of a visit; it has
 * no HTTP.
 */
function speedRows({ visits, analyses, bareMs, bareCpuMs, serviceCpuMs, computeCpuMs }: Turns, sum: LoadReport): Row[] {
  const ratio = bareMs / sum.ms
  const times = Object.entries(sum.latencies)
    .filter(([title]) => !/POST|DELETE|usage/.test(title))
    .flatMap(([, list]) => list)
  const each = (ms: number) => `${(ms / analyses).toFixed(1)} ms`
  return [
    row('Visits, analyses in them', `${visits}, ${analyses}`),
    row(
      `Latency of an analysis, ${clients} clients`,
      `p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
    ),
    row('Service', `${((analyses / sum.ms) * 1000).toFixed(1)} analyses/s, ${(sum.ms / 1000).toFixed(1)} s under load`),
    row('Bare engine, the same visits', `${((analyses / bareMs) * 1000).toFixed(1)} analyses/s`),
    row('Service beside the bare engine', `${ratio.toFixed(3)}x`, `${BOUNDS.ratio}x`, ratio >= BOUNDS.ratio),
    row(
      'CPU of an analysis: bare engine; service process, its compute processes, clients',
      [bareCpuMs, serviceCpuMs, computeCpuMs, sum.cpuMs].map(each).join(', '),
    ),
    row('The same by CPU, without the clients', `${(bareCpuMs / (serviceCpuMs + computeCpuMs)).toFixed(3)}x`),
    row('Sent by clients', megabytes(sum.bytesSent)),
  ]
}

function memoryRows({ memory, idle }: Turns, handles: number): Row[] {
  if (memory.length < MIN_POLLS) return [row('Memory', 'too short a run to tell')]
  const own = describeMemory(memory, ({ rootBytes }) => rootBytes)
  const compute = describeMemory(memory, ({ childBytes }) => childBytes)
  const all = describeMemory(memory, ({ rootBytes, childBytes }) => rootBytes + childBytes)
  const [first, last] = [idle[0]!.handles, idle.at(-1)!.handles]
  return [
    row(
      'Memory of the service process: start, middle, end',
      own.text,
      `end below ${BOUNDS.growth}x start`,
      own.growth < BOUNDS.growth,
    ),
    row('Memory of its compute processes', compute.text),
    row('Memory of all', all.text, `end below ${BOUNDS.growth}x start`, all.growth < BOUNDS.growth),
    row(
      'Open handles without load: after the first turn, the last',
      `${first}, ${last}`,
      `at most ${BOUNDS.handles} more`,
      last - first <= BOUNDS.handles,
    ),
    row('Open handles without clients', `${handles}`),
  ]
}

function searchRows(inside: SearchTimes, quiet: SearchTimes, crowded: SearchTimes): Row[] {
  const line = (what: string, { p50, p99, idleP99 }: SearchTimes, bound?: number) =>
    row(
      what,
      `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${idleP99 === undefined ? '' : ` (/healthz p99 ${idleP99.toFixed(2)} ms)`}`,
      bound === undefined ? '' : `p99 ${bound} ms`,
      bound === undefined ? undefined : p99 < bound,
    )
  return [
    row(
      `Training of ${ENTRIES} entries: by the index layer, over HTTP`,
      `${Math.round(inside.trainMs)} ms, ${Math.round(quiet.trainMs)} ms`,
    ),
    line('Search by the index layer', inside, BOUNDS.searchMs),
    line('Search over HTTP by a saved entry', quiet, BOUNDS.searchMs),
    line('The same, 8 clients at once', crowded),
  ]
}
