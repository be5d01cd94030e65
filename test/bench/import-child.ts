import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createLibrary, type OpenLibrary } from '../../src-main/library/library.ts'
import type { StepName } from '../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../src-main/engines/analysis-engine.ts'
import { createLocalEngine } from '../../src-main/engines/local/create-local-engine.ts'

/** Requests of the benchmark to the process with the library. */
export type ImportOrder = { photos: string; resourcesDir: string; only?: readonly StepName[]; models?: string }
/**
 * The report that it gets twice: once nobody waits for anything, and once nothing is left to do. `timings` are
 * CPU milliseconds by step since the first photo.
 */
export type ImportReport = { seconds: number; failed: number; timings: Record<string, number> }

const log = { debug() {}, info() {}, warn: console.warn, error: console.error }

/** The built-in engine with only some of its steps, which adds up the cost of each. */
function meteredEngine(
  { resourcesDir, only }: ImportOrder,
  modelsDir: string,
  timings: Record<string, number>,
): AnalysisEngine {
  const engine = createLocalEngine({ resourcesDir, modelsDir, log })
  const isAsked = (step: StepName) => only === undefined || only.includes(step)
  return {
    concurrency: engine.concurrency,
    info: () => engine.info(),
    render: (request, signal) => engine.render(request, signal),
    cut: (request, signal) => engine.cut(request, signal),
    setPersonAtWork: (isAtWork) => engine.setPersonAtWork?.(isAtWork),
    reload: () => engine.reload(),
    close: () => engine.close(),
    steps: () => engine.steps().filter((step) => isAsked(step.name)),
    async analyse(request) {
      const outcome = await engine.analyse({ ...request, steps: request.steps.filter(isAsked) })
      if (outcome.ok)
        for (const [step, ms] of Object.entries(outcome.findings.timings ?? {}))
          timings[step] = (timings[step] ?? 0) + ms
      return outcome
    },
  }
}

/**
 * A library in its own process, so that Lumafold is measured and not its benchmark. Lives until the message `close`.
 */
async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const [order] = (await once(process, 'message')) as [ImportOrder]
  const { photos, resourcesDir, models: modelsDir = join(dir, 'models') } = order
  const timings: Record<string, number> = {}
  const library = await createLibrary(
    {
      libraryDir: `${dir}/library`,
      resourcesDir,
      modelsDir,
      log,
      owner: 'bench',
      watch: true,
    },
    { createLocal: () => meteredEngine(order, modelsDir, timings) },
  )
  process.send!('ready')
  await once(process, 'message')
  const began = performance.now()
  const report = async () => {
    const { failed } = await library.calls.analysis.status()
    process.send!({ seconds: (performance.now() - began) / 1000, failed, timings } satisfies ImportReport)
  }
  await library.hostCalls.addFolder({ path: photos })
  while (!(await isAnalysed(library, readdirSync(photos).length))) await setTimeout(POLL_EVERY_MS)
  await report()
  await library.hostCalls.waitUntilIdle()
  await report()
  await once(process, 'message')
  await library.close()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  process.disconnect()
}

const POLL_EVERY_MS = 100

/** Whether all photos are in the library, and nobody waits for their analysis. */
async function isAnalysed({ calls }: OpenLibrary, photos: number): Promise<boolean> {
  const { state, pending } = await calls.analysis.status()
  return state === 'idle' && pending === 0 && (await calls.library.info()).photoCount === photos
}

await main()
