import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { OperationCall, OperationsRequest } from '../../src-main/analysis/operations/calls.ts'
import { type ComputePool, openCompute } from '../../src-main/compute/host/compute-pool.ts'
import { serviceLimits } from '../../src-main/service/analysis/analysis.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { sharedModels, sharedPhotos } from '../fixtures/shared.ts'
import { largePhotos } from './make-photos.ts'
import { startMeter } from './process-meter.ts'

const PROCESSES = availableParallelism()
const ROUNDS = 2
const TURN = 32
const kinds: readonly OperationCall[] = [
  { operation: 'tags', given: {} },
  { operation: 'colors', given: {} },
  { operation: 'croppings', given: { resolution: '400x300,100x100' } },
  { operation: 'categories', categorizerId: 'general_v3', given: {} },
]

type Sides = { host: ComputePool; children: readonly ChildProcess[] }

/** Requests of one call each on as many pictures; no picture twice, so that none is already decoded. */
function mixRequests(paths: readonly string[], round: string): OperationsRequest[] {
  return paths.map((path, i) => ({
    path,
    pictureId: `${round} ${path}`,
    owner: 'bench',
    calls: [kinds[i % kinds.length]!],
  }))
}

type Sum = { ms: number; cpuMs: number; calls: number }

async function measure(sum: Sum, requests: readonly OperationsRequest[], work: () => Promise<void>): Promise<void> {
  const meter = startMeter()
  const began = performance.now()
  await work()
  sum.ms += performance.now() - began
  sum.cpuMs += meter.cpuMs()
  sum.calls += requests.length
  meter.stop()
}

const show = ({ ms, cpuMs, calls }: Sum) =>
  `${((calls / ms) * 1000).toFixed(1)} calls/s (${(cpuMs / calls).toFixed(1)} CPU ms)`

/** The two alternate every few requests, so that other work of the machine slows both alike. */
async function compare(title: string, paths: readonly string[], { host, children }: Sides): Promise<void> {
  const [bare, hosted]: [Sum, Sum] = [
    { ms: 0, cpuMs: 0, calls: 0 },
    { ms: 0, cpuMs: 0, calls: 0 },
  ]
  for (let round = 0; round <= ROUNDS; round++) {
    for (let at = 0; at < paths.length; at += TURN) {
      const requests = mixRequests(paths.slice(at, at + TURN), `${round}`)
      const [toBare, toHost] = round === 0 ? [{ ...bare }, { ...hosted }] : [bare, hosted] // the first round warms up
      await measure(toBare, requests, () => runBare(children, requests))
      await measure(toHost, requests, () => runHost(host, requests))
    }
  }
  console.log(
    `${title}: bare ${show(bare)}, host ${show(hosted)}, ${(hosted.calls / hosted.ms / (bare.calls / bare.ms)).toFixed(2)}x`,
  )
}

async function runHost(host: ComputePool, requests: readonly OperationsRequest[]): Promise<void> {
  const waiting = [...requests]
  const take = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const answers = await host.operate(next)
      if (answers.some((answer) => !answer.ok)) throw new Error(`${next.path}: ${JSON.stringify(answers)}`)
    }
  }
  await Promise.all(Array.from({ length: host.concurrency }, take))
}

async function runBare(children: readonly ChildProcess[], requests: readonly OperationsRequest[]): Promise<void> {
  await Promise.all(
    children.map(async (child, i) => {
      child.send(requests.filter((_request, at) => at % children.length === i))
      await once(child, 'message')
    }),
  )
}

/** The size of an answer between processes. */
async function weigh(host: ComputePool, path: string): Promise<void> {
  for (const call of [
    ...kinds,
    { operation: 'croppings', given: { resolution: '400x300', image_result: '1' } } as const,
  ]) {
    const request = { path, pictureId: path, owner: 'bench', calls: [call] }
    const answers = await host.operate(request)
    console.log(
      `${call.operation}${'given' in call && 'image_result' in call.given ? ' as a picture' : ''}: ${serialize(request).length} bytes out, ${serialize(answers).length} back`,
    )
  }
}

/** Several operations on the same pictures, one request each, as clients with an upload send them. */
async function compareRepeats(host: ComputePool, paths: readonly string[]): Promise<void> {
  for (const [what, idOf] of [
    ['each decoded again', (path: string, kind: number) => `${kind} ${path}`],
    ['the picture kept', (path: string) => `kept ${path}`],
  ] as const) {
    const requests = paths.flatMap((path) =>
      kinds.map((call, kind): OperationsRequest => ({
        path,
        pictureId: idOf(path, kind),
        owner: 'bench',
        calls: [call],
      })),
    )
    const began = performance.now()
    for (let i = 0; i < requests.length; i += kinds.length)
      await Promise.all(requests.slice(i, i + kinds.length).map((request) => host.operate(request)))
    console.log(
      `${kinds.length} operations on each of ${paths.length} pictures, ${what}: ${((performance.now() - began) / paths.length).toFixed(0)} ms a picture`,
    )
  }
}

const folder = makeTempFolder('bench-operations')
const shared = sharedPhotos()
const listPhotos = (at: string, limit: number) =>
  readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, limit)
    .map((name) => join(at, name))
const sets = [
  ...(shared === null ? [] : [{ title: 'Photos of 0.3 megapixels', paths: listPhotos(join(shared, 'coco128'), 64) }]),
  { title: 'Photos of 12 to 24 megapixels', paths: listPhotos(await largePhotos(48), 32) },
]
const modelsDir = sharedModels() ?? folder
const host = openCompute({
  resourcesDir,
  modelsDir,
  log: { debug() {}, warn: console.warn },
  processes: PROCESSES,
  limits: serviceLimits(PROCESSES),
})
const children = Array.from({ length: PROCESSES }, () =>
  fork(join(import.meta.dirname, 'operations-child.ts'), [modelsDir], {
    execArgv: ['--no-incremental-marking', '--max-semi-space-size=4'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  }),
)
try {
  for (const { title, paths } of sets) await compare(title, paths, { host, children })
  const { paths } = sets[0]!
  await weigh(host, paths[0]!)
  await compareRepeats(host, paths.slice(0, 24))
} finally {
  for (const child of children) child.kill()
  await host.close()
  removeFolder(folder)
}
