import { fork, spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createLibrary } from '../../src-main/library/library.ts'
import type { StepName } from '../../src-main/analysis/photo/findings.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { sharedModels } from '../fixtures/shared.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { bundleProgram } from './bundle-program.ts'
import type { ImportOrder, ImportReport } from './import-child.ts'
import { largePhotos } from './make-photos.ts'
import { startMeter, type Meter, type ProcessShare } from './process-meter.ts'

/** The report describes the moment when nobody waits; `later` is what followed. */
type Run = ImportReport & {
  cpuMs: number
  later: Pick<ImportReport, 'timings'> & { cpuMs: number }
  peakMb: number
  peakShareMb: number
  peakShares: readonly ProcessShare[]
  rest: Rest | null
}
type Rest = { cpuPercent: number; processes: number; laterCpuPercent: number; laterProcesses: number }
type Row = { what: string; value: string; bound: string; reached: string }
export type ImportBench = { table: Row[]; steps: Record<string, Record<string, string>[]> }

const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
/** How often thumbnails and vipsthumbnail alternate, so that other work on the machine slows both. */
const TURNS = 2
const THUMBNAIL_STEPS: readonly StepName[] = ['hash', 'preview']

let entry: Promise<string> | undefined

/** From adding a folder until nothing is left to do, in a separate process. */
async function importFolder(
  order: Omit<ImportOrder, 'resourcesDir'>,
  options: { withRest?: boolean } = {},
): Promise<Run> {
  const child = fork(await (entry ??= bundleProgram('import-child', 'test/bench/import-child.ts')), { execArgv: [] })
  try {
    child.send({ ...order, resourcesDir } satisfies ImportOrder)
    await once(child, 'message')
    const meter = startMeter(child.pid)
    const reports = on(child, 'message')
    const nextReport = async () => ((await reports.next()).value as [ImportReport])[0]
    child.send('go')
    const report = await nextReport()
    const cpuMs = meter.cpuMs()
    const atLast = await nextReport()
    const since = Object.entries(atLast.timings).map(([step, ms]) => [step, ms - (report.timings[step] ?? 0)] as const)
    const later = { cpuMs: meter.cpuMs() - cpuMs, timings: Object.fromEntries(since.filter(([, ms]) => ms > 0)) }
    const [peakMb, peakShareMb] = [meter.peakBytes() / 1e6, meter.peakShareBytes() / 1e6]
    meter.stop()
    if (atLast.failed > 0) throw new Error(`${atLast.failed} photos failed`)
    const peakShares = meter.peakShares()
    return {
      ...report,
      cpuMs,
      later,
      peakMb,
      peakShareMb,
      peakShares,
      rest: options.withRest ? await measureRest(meter) : null,
    }
  } finally {
    child.send('close')
    await once(child, 'exit')
  }
}

/** The compute process ends after a minute without work; then only the library is left. */
const UNTIL_ALONE_MS = 60_000
const POLL_MS = 10_000

/** Processor use once all is done: at once, and when the compute process should have ended. */
async function measureRest(meter: Meter): Promise<Rest> {
  const percent = async () => {
    const before = meter.cpuMs()
    await setTimeout(POLL_MS)
    return ((meter.cpuMs() - before) / POLL_MS) * 100
  }
  await setTimeout(2_000)
  const [cpuPercent, processes] = [await percent(), meter.processes()]
  await setTimeout(UNTIL_ALONE_MS - POLL_MS)
  return { cpuPercent, processes, laterCpuPercent: await percent(), laterProcesses: meter.processes() }
}

/** Files per second that become rows, for many small files with the analysis paused. */
async function measureRows(count: number): Promise<number> {
  const dir = makeTempFolder('bench-rows')
  const picture = await drawPicture({ width: 32, height: 24 })
  for (let at = 0; at < count; at++) {
    const folder = join(dir, 'photos', `day-${Math.floor(at / 500)}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `p${at}.jpg`), picture)
  }
  const modelsDir = join(dir, 'models')
  const library = await createLibrary({
    libraryDir: join(dir, 'library'),
    resourcesDir,
    modelsDir,
    log,
    owner: 'bench',
    watch: true,
  })
  try {
    await library.calls.analysis.pause()
    const began = performance.now()
    await library.hostCalls.addFolder({ path: join(dir, 'photos') })
    while ((await library.calls.library.info()).photoCount < count) await setTimeout(20)
    return count / ((performance.now() - began) / 1000)
  } finally {
    await library.close()
    removeFolder(dir)
  }
}

/** CPU milliseconds of all ended children of this process. */
function endedChildrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return (fields[13]! + fields[14]!) * 10
}

/** Two processes of vipsthumbnail over the same files; null if it is not installed. */
function runVips(photos: string): { seconds: number; cpuMs: number } | null {
  if (spawnSync('vipsthumbnail', ['--version']).status !== 0) return null
  const out = makeTempFolder('bench-vips')
  const [began, before] = [performance.now(), endedChildrenMs()]
  const result = spawnSync(
    'xargs',
    ['-0', '-P2', '-n', '25', 'vipsthumbnail', '--size', '320', '--output', `${out}/%s.webp[Q=75,effort=0]`],
    {
      input: readdirSync(photos)
        .map((name) => `${join(photos, name)}\0`)
        .join(''),
      env: { ...process.env, VIPS_CONCURRENCY: '1' },
    },
  )
  const seconds = (performance.now() - began) / 1000
  removeFolder(out)
  if (result.status !== 0) throw new Error(`vipsthumbnail failed: ${String(result.stderr)}`)
  return { seconds, cpuMs: endedChildrenMs() - before }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** vipsthumbnail and Lumafold alternately over the same photos; means over the rounds. */
async function measureThumbnails(photos: string) {
  const vips: { seconds: number; cpuMs: number }[] = []
  const ours: Run[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const other = runVips(photos)
    if (other !== null) vips.push(other)
    ours.push(await importFolder({ photos, only: THUMBNAIL_STEPS }))
  }
  const average = (runs: readonly { seconds: number; cpuMs: number }[]) => ({
    seconds: mean(runs.map((run) => run.seconds)),
    cpuMs: mean(runs.map((run) => run.cpuMs)),
  })
  return { vips: vips.length > 0 ? average(vips) : null, ours: average(ours) }
}

/** CPU that the awaited analysis may add to thumbnails, as a multiple of theirs. */
const ADDED = { bundled: 1.8, standard: 1.8 }

/** The complete analysis with the standard set of models; null if its files are not available. */
async function importWithStandard(photos: string): Promise<Run | null> {
  const shared = sharedModels()
  if (shared === null) return null
  const models = makeTempFolder('bench-models')
  for (const name of readdirSync(shared).filter((file) => file.endsWith('.onnx')))
    symlinkSync(join(shared, name), join(models, name))
  try {
    return await importFolder({ photos, models })
  } finally {
    removeFolder(models)
  }
}

/**
 * Import of large photos: rows, thumbnails against vipsthumbnail, the awaited analysis and the idle steps, memory and
 * idle use.
 */
export async function benchImport(count = 600): Promise<ImportBench> {
  const photos = await largePhotos(count)
  const loadBefore = loadavg()[0]!
  const rows = await measureRows(10_000)
  const { vips, ours } = await measureThumbnails(photos)
  const whole = await importFolder({ photos }, { withRest: true })
  const standard = await importWithStandard(photos)
  const rest = whole.rest!
  const speed = (seconds: number) => `${(count / seconds).toFixed(1)} photos/s`
  const cpu = (ms: number) => `${(ms / count).toFixed(1)} ms/photo`
  const row = (what: string, value: string, bound = '', isReached?: boolean): Row => ({
    what,
    value,
    bound,
    reached: isReached === undefined ? '' : isReached ? 'yes' : 'NO',
  })
  const analysisRows = (set: keyof typeof ADDED, run: Run): Row[] => {
    const added = (run.cpuMs - ours.cpuMs) / ours.cpuMs
    return [
      row(`analysis that is waited for, ${set} models`, `${speed(run.seconds)}, ${cpu(run.cpuMs)}`),
      row('  CPU added to thumbnails', `${added.toFixed(2)}x`, `${ADDED[set]}x or less`, added <= ADDED[set]),
      row('  what follows when nobody works', cpu(run.later.cpuMs)),
    ]
  }
  const peakRow = (set: keyof typeof ADDED, { peakMb, peakShareMb, peakShares }: Run): Row => {
    const parts = peakShares.map(({ program, bytes }) => `${program} ${Math.round(bytes / 1e6)}`)
    const once = `${Math.round(peakShareMb)} MB, shared pages once: ${parts.join(', ')}`
    return row(
      `peak memory, all processes, ${set} models`,
      `${Math.round(peakMb)} MB (${once})`,
      'under 500 MB, shared pages once',
      peakShareMb < 500,
    )
  }
  const load = loadBefore.toFixed(1)
  const table = [
    row('load of the machine before', loadBefore < 0.5 ? load : `${load}: other work was running, times are too high`),
    row('rows visible', `${Math.round(rows)} files/s`, '1000 files/s or more', rows >= 1000),
    row('vipsthumbnail, 2 processes', vips === null ? 'not installed' : `${speed(vips.seconds)}, ${cpu(vips.cpuMs)}`),
    row('scan, metadata, thumbnails', `${speed(ours.seconds)}, ${cpu(ours.cpuMs)}`),
    ...(vips === null
      ? []
      : [
          row(
            '  against vipsthumbnail',
            `${(vips.seconds / ours.seconds).toFixed(2)}x`,
            '0.95x or more',
            vips.seconds / ours.seconds >= 0.95,
          ),
        ]),
    ...analysisRows('bundled', whole),
    ...(standard === null ? [] : analysisRows('standard', standard)),
    peakRow('bundled', whole),
    ...(standard === null ? [] : [peakRow('standard', standard)]),
    row(
      'idle CPU',
      `${rest.cpuPercent.toFixed(2)} % of a core, ${rest.processes} processes`,
      'under 1 %',
      rest.cpuPercent < 1,
    ),
    row(
      'idle CPU after a minute',
      `${rest.laterCpuPercent.toFixed(2)} % of a core, ${rest.laterProcesses} processes`,
      'under 1 %, 1 process',
      rest.laterCpuPercent < 1 && rest.laterProcesses === 1,
    ),
  ]
  return {
    table,
    steps: {
      'bundled models': shareSteps(whole, count),
      'what follows, bundled models': shareSteps(whole.later, count),
      ...(standard && {
        'standard models': shareSteps(standard, count),
        'what follows, standard models': shareSteps(standard.later, count),
      }),
    },
  }
}

function shareSteps({ timings, cpuMs }: Pick<Run, 'timings' | 'cpuMs'>, count: number): Record<string, string>[] {
  const inSteps = Object.values(timings).reduce((sum, ms) => sum + ms, 0)
  const parts = { ...timings, 'all else: library, start, messages': cpuMs - inSteps }
  return Object.entries(parts)
    .sort((a, b) => b[1] - a[1])
    .map(([step, ms]) => ({
      step,
      'CPU ms/photo': (ms / count).toFixed(2),
      share: `${((ms / cpuMs) * 100).toFixed(1)} %`,
    }))
}

if (import.meta.main) {
  const { table, steps } = await benchImport(Number(process.argv[2] ?? 600))
  console.log(`${availableParallelism()} cores`)
  console.table(table)
  for (const [set, rows] of Object.entries(steps)) {
    console.log(set)
    console.table(rows)
  }
  if (table.some(({ reached }) => reached === 'NO')) process.exitCode = 1
}
