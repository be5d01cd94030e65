import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { readBatchCalls, batchOperationNames } from '../../../analysis/operations/batch-calls.ts'
import { AppError } from '../../../contract/errors.ts'
import { holdLock } from '../../../base/sqlite/hold-lock.ts'
import { openLogFile } from '../../log-file.ts'
import { toPath } from '../arguments/to-path.ts'
import { BatchOutput } from '../batch/batch-output.ts'
import { keepPlan } from '../batch/batch-plan.ts'
import { listPictures } from '../batch/list-pictures.ts'
import { joinParameters, parseOperations, parseParameter, type NamedParameter } from '../batch/parse-operations.ts'
import { placesOf } from '../library/places-of.ts'
import { count, note, print, tell } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { createProgress } from '../output/progress.ts'
import { untilStopped } from '../serving/until-stopped.ts'

type BatchOptions = { operations: readonly string[]; parameter: readonly NamedParameter[]; output: string }

/** `lumafold batch FOLDER... --operations NAMES --output FILE.jsonl [--parameter OPERATION.NAME=VALUE]...` */
export function batchCommand(program: Command): void {
  program
    .command('batch')
    .description('analyse any number of pictures without a library, one line of JSON each; goes on where it was ended')
    .argument('<folder...>', 'folders of pictures with all below them, or single files')
    .requiredOption('--operations <names>', `what is found out: ${batchOperationNames}`, parseOperations)
    .option(
      '--parameter <operation.name=value>',
      'a parameter of an operation, as its endpoint has it',
      parseParameter,
      [],
    )
    .requiredOption('--output <file>', 'file that gets a line for each picture (see JSON.md)')
    .action(async (folders: string[], _options, command: Command) => run(folders, command.opts<BatchOptions>()))
}

async function run(folders: readonly string[], options: BatchOptions): Promise<void> {
  const operations = joinParameters(options.operations, options.parameter)
  const calls = readBatchCalls(operations)
  const places = folders.map(toPath)
  const path = toPath(options.output)
  if (!existsSync(dirname(path))) throw new AppError('target-not-writable', `There is no folder ${dirname(path)}.`)
  const lock = holdLock({
    path: `${path}.lock`,
    name: 'lumafold batch',
    refusal: (owner) =>
      `${path} is being written by ${inEnglish(owner)}. Wait for it, or name another file with --output.`,
  })
  try {
    const output = await BatchOutput.open(path)
    try {
      await keepPlan(path, { operations }, output.done)
      await analyse(places, calls, output)
      report(path, output)
    } finally {
      await output.close()
    }
  } finally {
    lock.release()
  }
}

async function analyse(
  places: readonly string[],
  calls: ReturnType<typeof readBatchCalls>,
  output: BatchOutput,
): Promise<void> {
  const { resourcesDir, modelsDir, logsDir } = placesOf()
  const stop = new AbortController()
  void untilStopped().then(() => stop.abort())
  const total = await countPictures(places, stop.signal)
  if (output.done > 0) note(`${count(output.done, 'picture')} done before`)
  const [{ openCompute }, { runBatch }] = await Promise.all([
    import('../../../compute/host/compute-pool.ts'),
    import('../batch/run-batch.ts'),
  ])
  const compute = openCompute({ resourcesDir, modelsDir, log: openLogFile(logsDir) })
  const progress = createProgress('picture')
  const show = () => progress.show(output.done, Math.max(total, output.done), describeFailed(output.failed))
  try {
    await runBatch({
      pictures: listPictures(places, tellMissed),
      calls,
      output,
      operate: (request) => compute.operate(request),
      concurrency: compute.concurrency,
      onDone: show,
      onGone: (path) => tellMissed(`${path} is gone.`),
      signal: stop.signal,
    })
  } finally {
    progress.end()
    await compute.close()
  }
  if (stop.signal.aborted) {
    endWith(exits.interrupted)
    tell('Stopped. The same command goes on from here.')
  }
}

/** Lists the folders once beforehand, to know the total for the progress. */
async function countPictures(places: readonly string[], signal: AbortSignal): Promise<number> {
  let total = 0
  for await (const _picture of listPictures(places, () => undefined)) {
    if (signal.aborted) break
    total++
  }
  return total
}

const describeFailed = (failed: number) => (failed > 0 ? `${failed} failed` : '')

function tellMissed(sentence: string): void {
  tell(sentence)
  endWith(exits.partlyDone)
}

function report(path: string, { done, failed }: BatchOutput): void {
  const parts = [count(done, 'picture'), ...(failed > 0 ? [describeFailed(failed)] : [])]
  print(`${parts.join(', ')}: ${path}`)
  if (failed > 0) endWith(exits.partlyDone)
}
