import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasClusterParts, startCluster } from '../fixtures/cluster/cluster.ts'
import { endWithThisProcess } from '../fixtures/end-with-this-process.ts'
import { repositoryDir } from '../fixtures/folders.ts'
import { plans, workers } from './accounts.ts'
import { runChaos } from './chaos.ts'

/**
 * `npm run test:cluster [-- --seconds 180 --seed N --engine real --only contract|chaos]`: three nodes, PostgreSQL, an
 * object store and HAProxy on this machine. First the black-box tests of the service run against them; then clients
 * work while a node is killed every 10 seconds, PostgreSQL is restarted and the object store is down for 20 seconds.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    engine: { type: 'string', default: 'stand-in' },
    only: { type: 'string' },
  },
})
const SUITE = ['accounts-apart', 'batches', 'contract', 'faces', 'languages', 'notes', 'refusals', 'round-trips']

if (!hasClusterParts) throw new Error('The cluster needs PostgreSQL 15 or newer and HAProxy: install them first.')
const isGood = [
  values.only === 'chaos' || (await runContract()),
  values.only === 'contract' || (await disturbAndCheck()),
]
process.exitCode = isGood.every(Boolean) ? 0 : 1

async function runContract(): Promise<boolean> {
  const files = SUITE.map((name) => `test/service/service/${name}`)
  const program = join(repositoryDir, 'node_modules/vitest/vitest.mjs')
  // one file after another: each has its own three nodes
  const args = [program, 'run', '--project', 'node', '--no-file-parallelism', ...files]
  const env = { ...process.env, LUMAFOLD_TEST_STORE: 'cluster' }
  const child = spawn(process.execPath, args, { cwd: repositoryDir, env, stdio: 'inherit' })
  endWithThisProcess(child, 'TERM')
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

async function disturbAndCheck(): Promise<boolean> {
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
  const engine = values.engine === 'real' ? 'real' : 'stand-in'
  const schedule = {
    seconds,
    killEvery: 10,
    postgresRestartAt: seconds * 0.35,
    objectsAwayAt: seconds * 0.6,
    objectsAwayFor: Math.min(20, seconds / 5),
    removalAt: seconds * 0.5,
    endsInOrder: true,
    calmSeconds: Math.min(20, seconds / 4),
  }
  console.log(`Three nodes, engine: ${engine}, for ${seconds} s with seed ${seed}`)
  const cluster = await startCluster({
    engine: engine === 'real' ? 'real' : { delayMs: 20, atOnce: 2 },
    plans,
    accounts: workers,
  })
  try {
    const { faults, events, ...counts } = await runChaos(cluster, { seed, engine, schedule })
    for (const event of events) console.log(`  ${event}`)
    console.log(counts)
    const errors = cluster.nodes.flatMap((node) => node.errors())
    const byMessage = Object.groupBy(errors, ({ msg }) => msg)
    for (const [message, lines] of Object.entries(byMessage)) console.log(`  logged ${lines!.length} times: ${message}`)
    for (const [first, ...more] of alike(faults))
      console.log(`  FAULT at ${first}${more.length > 0 ? ` (and ${more.length} alike)` : ''}`)
    console.log(
      `${faults.length} faults; again with: npm run test:cluster -- --only chaos --seed ${seed} --engine ${engine} --seconds ${seconds}`,
    )
    return faults.length === 0
  } finally {
    await cluster.close()
  }
}

/** Faults that differ only in numbers and ids belong together. */
function alike(faults: readonly string[]): string[][] {
  const kinds = Map.groupBy(faults, (fault) => fault.replaceAll(/[0-9a-f]{8,}[0-9a-f-]*|\d+/g, '#'))
  return [...kinds.values()]
}
