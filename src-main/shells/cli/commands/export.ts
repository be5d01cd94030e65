import { mkdirSync } from 'node:fs'
import { Option, type Command } from 'commander'
import type { z } from 'zod'
import type { Size } from '../../../contract/analysis/cropping.ts'
import { AppError } from '../../../contract/errors.ts'
import {
  DEFAULT_NAME_PATTERN,
  type ExportFormat,
  type ExportProgress,
  type ExportRequest,
} from '../../../contract/library/export.ts'
import type { Core } from '../../../core/core.ts'
import { parseSizes, parseWhole } from '../arguments/arguments.ts'
import { toPath } from '../arguments/to-path.ts'
import { findPhotos } from '../library/find-photos.ts'
import { followEvents } from '../library/follow-events.ts'
import { count, print, tell } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'
import { withCore, type CommonOptions } from '../library/with-core.ts'

type ExportOptions = CommonOptions & {
  size: Size[]
  to: string
  format: ExportFormat
  quality: number
  pattern: string
}

/** `lumafold export PATH... --size WxH[,WxH] --to DIR` */
export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('write smart crops of photos; the photos stay as they are')
    .argument('<path...>', 'files of the photos')
    .requiredOption('--size <WxH[,WxH]>', 'sizes of the crops in pixels', parseSizes)
    .requiredOption('--to <dir>', 'folder to write to; made where it is new')
    .addOption(new Option('--format <format>', 'file format').choices(['jpeg', 'webp', 'png']).default('jpeg'))
    .option('--quality <n>', 'quality of JPEG and WebP', parseWhole(1, 100), 90)
    .option(
      '--pattern <name>',
      'names of the files, from {name} {width} {height} {size} {date} {rating} {counter}',
      DEFAULT_NAME_PATTERN,
    )
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<ExportOptions>()
      await withCore({ options, owner: 'lumafold export' }, (core) => exportCrops(core, paths, options))
    })
}

async function exportCrops(core: Core, paths: string[], options: ExportOptions): Promise<void> {
  const photoIds = await findPhotos(core, paths)
  const folder = makeTarget(options.to)
  const target = await core.hostCalls.registerTarget({ path: folder })
  const { size: sizes, format, quality, pattern } = options
  const request = { photoIds, sizes, format, quality, pattern, targetId: target.id }
  const result = await runJob(core, request)
  for (const failure of result.failures) tell(`${failure.name}: ${failure.reason}`)
  print(`${count(result.written, 'file')} written to ${folder}`)
  if (result.state !== 'done' || result.failures.length > 0) process.exitCode = 1
}

function makeTarget(dir: string): string {
  const path = toPath(dir)
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new AppError('target-not-writable', `The folder ${path} could not be made: ${(error as Error).message}.`, {
      cause: error,
    })
  }
  return path
}

async function runJob(core: Core, request: z.input<typeof ExportRequest>): Promise<ExportProgress> {
  const progress = createProgress('file')
  let jobId = ''
  const begin = async () => {
    jobId = (await core.library.export.start(request)).jobId
  }
  await followEvents(core, begin, (event) => {
    if (event.type !== 'export.changed' || event.progress.jobId !== jobId) return 'go on'
    progress.show(event.progress.written, event.progress.total, '')
    return event.progress.state === 'running' ? 'go on' : 'enough'
  })
  progress.end()
  return core.library.export.status({ jobId })
}
