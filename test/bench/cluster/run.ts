import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { availableParallelism, cpus } from 'node:os'
import { openServiceData } from '../../../src-main/service/open-service-data.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { startPostgres } from '../../fixtures/postgres/postgres-server.ts'
import { KEY, requests, SECRET, trainIndex, upload } from './client.ts'
import { openCountingProxy } from './counting-proxy.ts'
import { openLoadReader, type LoadReader } from './database-load.ts'
import { measureKeptBytes } from './kept-bytes.ts'
import { startNode, type RunningNode } from './nodes.ts'

/**
 * `npm run bench:cluster [-- --nodes 1,2,4,8,16 --seconds 10] [--only costs]`: what a request costs the database,
 * PostgreSQL's cost against SQLite's on one node, and how the throughput of nodes adds up with an engine that needs no
 * processor.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4,8,16' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
})
const nodeCounts = values.nodes.split(',').map(Number)
const seconds = Number(values.seconds)
/** The maximum of round trips on the hot path. */
const MAX_STATEMENTS = 3
const REPEATS = 200
/** A node analyses two pictures at once, for this long each. */
const ENGINE = { delayMs: 200, atOnce: 2 } as const
const FAST = { delayMs: 0, atOnce: 8 } as const
const MIN_OF_LINEAR = 0.9
const RESTING_NODES = 4
const REST_SECONDS = 30

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }
const closing: (() => Promise<unknown>)[] = []
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  for (const close of closing.reverse()) await close()
}

async function run(): Promise<boolean> {
  const server = await startPostgres({ settings: { synchronous_commit: 'on' }, isDurable: true })
  closing.push(() => server.remove())
  const proxy = await openCountingProxy(server.port)
  closing.push(() => proxy.close())
  const database = server.url().replace(String(server.port), String(proxy.port))
  await makeAccount(database)
  const load = await openLoadReader(server)
  closing.push(() => load.close())
  const costs = await compareStores(database, () => proxy.bytes(), load)
  if (values.only === 'costs') return costs
  await rest(database, load)
  const own = await startPostgres()
  closing.push(() => own.remove())
  console.table(await measureKeptBytes(own.url(), log))
  const scaling = await scale(database)
  return costs && scaling
}

async function makeAccount(database: string | undefined, dataDir = makeTempFolder('account')): Promise<string> {
  const data = await openServiceData({
    dataDir,
    database,
    resourcesDir,
    log,
    key: KEY,
    secret: SECRET,
    plan: 'unlimited',
  })
  await data.close()
  return dataDir
}

/** One node on SQLite and one on PostgreSQL, request by request. */
async function compareStores(database: string, bytes: () => number, load: LoadReader): Promise<boolean> {
  const embedded = await makeAccount(undefined)
  const nodes = {
    SQLite: await startNode({ database: undefined, ...FAST }, embedded),
    PostgreSQL: await startNode({ database, ...FAST }),
  }
  const rows: Record<string, unknown>[] = []
  for (const [store, node] of Object.entries(nodes)) {
    await trainIndex(node.address)
    for (const [name, request] of Object.entries(requests)) {
      const id = await upload(node.address)
      for (let n = 0; n < REPEATS; n++) await request(node.address, id, n)
      const [before, beforeBytes, beforeLoad] = [await node.report(), bytes(), await load.read()]
      const began = performance.now()
      for (let n = 0; n < REPEATS; n++) await request(node.address, id, n)
      const ended = performance.now()
      const [after, afterBytes, afterLoad] = [await node.report(), bytes(), await load.read()]
      rows.push({
        store,
        request: name,
        statements: round((after.statements - before.statements) / REPEATS),
        bytes: store === 'SQLite' ? 0 : Math.round((afterBytes - beforeBytes) / REPEATS),
        'ms each': round((ended - began) / REPEATS),
        'CPU ms of the node': round((after.cpuMs - before.cpuMs) / REPEATS),
        'CPU ms of the database': round((afterLoad.cpuMs - beforeLoad.cpuMs) / REPEATS),
        'WAL bytes': Math.round((afterLoad.walBytes - beforeLoad.walBytes) / REPEATS),
      })
    }
  }
  for (const node of Object.values(nodes)) await node.stop()
  removeFolder(embedded)
  console.table(rows)
  // a node reports now and then that it is alive, which is not part of a request
  return rows.every(({ statements }) => Number(statements) <= MAX_STATEMENTS + 0.2)
}

/** Queries of idle nodes, to report that they are alive and to look for work. */
async function rest(database: string, load: LoadReader): Promise<void> {
  const nodes: RunningNode[] = []
  for (let n = 0; n < RESTING_NODES; n++) nodes.push(await startNode({ database, ...FAST }))
  await pause(5000)
  const before = await load.read()
  await pause(REST_SECONDS * 1000)
  const after = await load.read()
  for (const node of nodes) await node.stop()
  const perNode = (value: number) => round(value / RESTING_NODES / REST_SECONDS)
  console.table({
    'a node at rest, each second': {
      transactions: perNode(after.transactions - before.transactions),
      'CPU ms of the database': perNode(after.cpuMs - before.cpuMs),
      'WAL bytes': perNode(after.walBytes - before.walBytes),
    },
  })
}

/** Throughput of this many nodes, each with one client more than its engine has places. */
async function scale(database: string): Promise<boolean> {
  const rows: Record<string, unknown>[] = []
  for (const count of nodeCounts) {
    const nodes: RunningNode[] = []
    for (let n = 0; n < count; n++) nodes.push(await startNode({ database, ...ENGINE }))
    const done = await askAll(nodes)
    const reports = await Promise.all(nodes.map((node) => node.report()))
    for (const node of nodes) await node.stop()
    const possible = (count * ENGINE.atOnce * 1000) / ENGINE.delayMs
    rows.push({
      nodes: count,
      'requests a second': round(done.rate),
      'of linear': round(done.rate / possible),
      'processor of all in use': round(done.cpuShare),
      'MB of a node': Math.round(reports.reduce((sum, { residentMb }) => sum + residentMb, 0) / count),
    })
    console.table(rows.slice(-1))
  }
  return rows.every((row) => Number(row['of linear']) >= MIN_OF_LINEAR || Number(row['processor of all in use']) > 0.9)
}

async function askAll(nodes: readonly RunningNode[]): Promise<{ rate: number; cpuShare: number }> {
  const ids = await Promise.all(nodes.map((node) => upload(node.address)))
  let [answered, goesOn] = [0, true]
  const ask = async (n: number) => {
    // an upload to one node is requested from another only if they share objects
    while (goesOn) {
      await requests['upload, tags'](nodes[n]!.address, ids[n]!)
      answered += 1
    }
  }
  const clients = nodes.flatMap((_, n) => Array.from({ length: ENGINE.atOnce + 1 }, () => ask(n)))
  await pause(1000)
  const [first, began, before] = [answered, performance.now(), idleTime()]
  await pause(seconds * 1000)
  const [rate, idle] = [((answered - first) * 1000) / (performance.now() - began), idleTime() - before]
  const cpuShare = 1 - idle / ((performance.now() - began) * availableParallelism())
  goesOn = false
  await Promise.all(clients)
  return { rate, cpuShare }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Idle time of all cores, in milliseconds. */
function idleTime(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}
