import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { basename } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import type { Step } from '../../src-main/analysis/step/step.ts'
import { createSteps } from '../../src-main/analysis/pipeline/create-steps.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import { listCoco } from '../eval/coco.ts'
import { median, openModelSets } from '../eval/figures.ts'
import { resourcesDir } from '../fixtures/folders.ts'

const WARM_UP = 12
const PINNED = 'LUMAFOLD_BENCH_PINNED'
/** The limit for the complete analysis of a photo on one core with the standard set, in milliseconds. */
const GOAL_MS = 150

/** CPU and wall milliseconds of one piece of work, and how often it ran. */
type Cost = { cpu: number; wall: number; times: number }
type Costs = Map<string, Cost>

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function charge<T>(costs: Costs, name: string, work: () => Promise<T>): Promise<T> {
  const [cpu, wall] = [cpuMs(), performance.now()]
  try {
    return await work()
  } finally {
    const before = costs.get(name) ?? { cpu: 0, wall: 0, times: 0 }
    costs.set(name, {
      cpu: before.cpu + cpuMs() - cpu,
      wall: before.wall + performance.now() - wall,
      times: before.times + 1,
    })
  }
}

/** Every model opened from now on adds its runs to the costs of the current photo. */
function chargeModels(now: () => Costs): void {
  const create = InferenceSession.create.bind(InferenceSession) as (
    file: string | Uint8Array,
    options?: InferenceSession.SessionOptions,
  ) => Promise<InferenceSession>
  const charged = async (
    file: string | Uint8Array,
    options?: InferenceSession.SessionOptions,
  ): Promise<InferenceSession> => {
    const session = await create(file, options)
    const run = session.run.bind(session) as (
      feeds: InferenceSession.FeedsType,
      wanted: InferenceSession.FetchesType,
    ) => Promise<InferenceSession.ReturnType>
    const name = typeof file === 'string' ? basename(file, '.onnx') : `${session.outputNames.join(' ')} (integers)`
    return Object.assign(session, {
      run: (feeds: InferenceSession.FeedsType, wanted: InferenceSession.FetchesType) =>
        charge(now(), name, () => run(feeds, wanted)),
    })
  }
  Object.assign(InferenceSession, { create: charged })
}

type Analysed = { steps: Costs; models: Costs; total: Cost }

async function analyse(path: string, models: Models, steps: readonly Step[], runs: Costs): Promise<Analysed> {
  const photo = await decodePhoto(path)
  const [costs, whole]: [Costs, Costs] = [new Map(), new Map()]
  await charge(whole, 'all', async () => {
    const [found, detections] = [{}, createCachedDetections(photo, models)]
    for (const step of steps)
      await charge(costs, step.name, async () =>
        Object.assign(found, await step.run({ photo, models, found, detections })),
      )
  })
  return { steps: costs, models: runs, total: whole.get('all')! }
}

function printShares(title: string, list: readonly Costs[], total: number): void {
  const names = [...new Set(list.flatMap((costs) => [...costs.keys()]))]
  const meanOf = (name: string, value: (cost: Cost) => number) =>
    list.reduce((sum, costs) => sum + (costs.has(name) ? value(costs.get(name)!) : 0), 0) / list.length
  const rows = names.map((name) => ({
    name,
    cpu: meanOf(name, (cost) => cost.cpu),
    times: meanOf(name, (cost) => cost.times),
  }))
  process.stdout.write(`  ${title}, mean CPU ms a photo\n`)
  for (const { name, cpu, times } of rows.sort((a, b) => b.cpu - a.cpu)) {
    process.stdout.write(
      `    ${name.padEnd(32)} ${cpu.toFixed(1).padStart(7)}  ${((100 * cpu) / total).toFixed(0).padStart(3)} %  ${times.toFixed(2).padStart(5)} times\n`,
    )
  }
}

/** The complete analysis of each photo after its decode, with each set of models. */
async function measure(): Promise<void> {
  const photos = listCoco()
  if (photos.length === 0)
    return void process.stdout.write('  No photos to measure with: the folder of test photos is not there.\n')
  const steps = createSteps(resourcesDir)
  let runs: Costs = new Map()
  chargeModels(() => runs)
  for (const { name, models } of openModelSets()) {
    for (const { path } of photos.slice(0, WARM_UP)) await analyse(path, models, steps, runs)
    const analysed: Analysed[] = []
    for (const { path } of photos) analysed.push(await analyse(path, models, steps, (runs = new Map())))
    await models.close()
    const cpu = analysed.map(({ total }) => total.cpu)
    const middle = median(cpu)
    const goal = name === 'standard' ? `, goal ${GOAL_MS}: ${middle <= GOAL_MS ? 'reached' : 'NOT reached'}` : ''
    const tail = [...cpu].sort((a, b) => a - b)[Math.floor(cpu.length * 0.95)]!
    process.stdout.write(
      `\n  ${name} set, ${photos.length} photos: median ${middle.toFixed(1)} CPU ms (${median(analysed.map(({ total }) => total.wall)).toFixed(1)} by the clock), 95th percentile ${tail.toFixed(1)}${goal}\n`,
    )
    const total = cpu.reduce((a, b) => a + b, 0) / cpu.length
    printShares(
      'Steps',
      analysed.map(({ steps }) => steps),
      total,
    )
    printShares(
      'Models within them',
      analysed.map(({ models: ofPhoto }) => ofPhoto),
      total,
    )
  }
}

/** How the program starts its compute processes, see `compute/worker`. */
const computeArguments = ['--no-incremental-marking', '--max-semi-space-size=4']

/** Restarts this program on one core, if the system has a command for that. */
function runPinned(): number | null {
  const library = `${cpus().length - 1}`
  const { status, error } = spawnSync(
    'taskset',
    ['-c', library, process.execPath, ...computeArguments, import.meta.filename],
    { stdio: 'inherit', env: { ...process.env, [PINNED]: library } },
  )
  return error ? null : status
}

if (process.env[PINNED] === undefined) {
  const status = runPinned()
  if (status !== null) process.exit(status)
}
process.stdout.write(
  `  ${process.env[PINNED] === undefined ? 'On any core' : 'On one core'}; load of the machine ${loadavg()[0]!.toFixed(1)}\n`,
)
await measure()
