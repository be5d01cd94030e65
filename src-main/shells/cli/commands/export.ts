import { mkdirSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { ExportJob, ExportState, PhotoSource } from '../../../contract/library/export-job.ts'
import { asksForCopies } from '../../../contract/library/export-settings.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { followJob } from '../exporting/follow-job.ts'
import { findPreset, readSettings } from '../exporting/read-settings.ts'
import { addSettingsOptions, type SettingsOptions } from '../exporting/settings-options.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, formatTable, formatTime, note, print } from '../output/output.ts'

type ExportOptions = CommonOptions &
  SettingsOptions & {
    to?: string
    query?: string
    all?: boolean
    preset?: string
    resume?: true | string
    answer?: 'skip' | 'rename' | 'overwrite'
    undo?: string
    list?: boolean
    dryRun?: boolean
  }

const COPIES =
  'Originals are copied only if they contain nothing that you left out (--with-place, --with-people, --no-serials). Other photos are encoded again, and films are left out.'
const mayResume: readonly ExportState[] = ['interrupted', 'cancelled', 'failed', 'queued']

/** `lumafold export [PATH...] [--query TEXT] --to DIR`, `lumafold export --resume [JOB]` and others. */
export function exportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('write photos, crops or a contact sheet as new files; the photos stay as they are')
    .argument('[path...]', 'files of the photos')
    .option('--query <text>', 'all photos that this search finds')
    .option('--all', 'all photos of the library')
    .option('--to <dir>', 'folder to write to; made where it is new')
    .option('--preset <name>', 'settings that were saved under a name; other options come before them')
  addSettingsOptions(command)
    .option('--dry-run', 'only say what would be written')
    .option('--list', 'list exports and how far they are')
    .option('--resume [job]', 'go on with an export that was cut off or cancelled, by default the newest')
    .addOption(
      new Option('--answer <what>', 'go on with files whose names are taken').choices(['skip', 'rename', 'overwrite']),
    )
    .option('--undo <job>', 'remove what an export wrote, where it is unchanged')
    .action((paths: string[], _options, self: Command) => run(paths, self))
}

async function run(paths: string[], command: Command): Promise<void> {
  const options = command.optsWithGlobals<ExportOptions>()
  await withLibrary({ options, owner: 'lumafold export' }, async (library) => {
    if (options.list === true) return list(library)
    if (options.undo !== undefined) return undo(library, options.undo)
    if (options.resume !== undefined) return resume(library, options.resume)
    if (options.answer !== undefined) return answer(library, options.answer)
    await begin(library, paths, options)
  })
}

async function begin(library: OpenLibrary, paths: string[], options: ExportOptions): Promise<void> {
  const source = await sourceOf(library, paths, options)
  const preset = options.preset === undefined ? undefined : await findPreset(library, options.preset)
  const settings = await readSettings(library, options, preset)
  if (settings.kind === 'pictures' && asksForCopies(settings)) note(COPIES)
  if (options.dryRun === true) return tellPlan(library, { source, settings })
  if (options.to === undefined) throw new AppError('bad-params', 'Name the folder to write to with --to.')
  const { id: targetId } = await library.hostCalls.registerTarget({ path: makeTarget(options.to) })
  await followJob(library, () => library.calls.exports.start({ source, settings, targetId, title: preset?.name ?? '' }))
}

async function sourceOf(library: OpenLibrary, paths: string[], { query, all }: ExportOptions): Promise<PhotoSource> {
  if ([paths.length > 0, query !== undefined, all === true].filter(Boolean).length !== 1)
    throw new AppError('bad-params', 'Name either files of photos, or a search with --query, or --all.')
  if (paths.length > 0) return { kind: 'photos', ids: await findPhotos(library, paths) }
  const filter = query === undefined ? {} : { text: query }
  return { kind: 'query', query: { filter, sort: { by: 'takenAt', order: 'asc' } } }
}

async function tellPlan(
  library: OpenLibrary,
  asked: Parameters<OpenLibrary['calls']['exports']['plan']>[0],
): Promise<void> {
  const { photos, files, absent, sensitive, cards, withoutCrop, smaller, names } =
    await library.calls.exports.plan(asked)
  print(`${count(files, 'file')} of ${count(photos, 'photo')}`)
  for (const name of names) print(`  ${name}`)
  if (files > names.length) print('  …')
  if (absent > 0) note(`${count(absent, 'photo')} of them cannot be exported now, since the file is not there`)
  if (sensitive > 0) note(`${count(sensitive, 'photo')} of them ${sensitive === 1 ? 'is' : 'are'} sensitive`)
  if (cards > 0) note(`${count(cards, 'photo')} of them with a payment card or a number plate`)
  if (smaller > 0) note(`${count(smaller, 'file')} with fewer pixels than asked for, since the photos have no more`)
  if (withoutCrop > 0) note(`${count(withoutCrop, 'photo')} of them not analysed yet, so that no crop is suggested`)
}

async function resume(library: OpenLibrary, asked: true | string): Promise<void> {
  const jobs = await library.calls.exports.list({})
  const found = jobs.find(({ jobId, state }) => (asked === true ? mayResume.includes(state) : jobId.startsWith(asked)))
  if (found === undefined)
    throw new AppError('job-not-found', 'No export was cut off. "lumafold export --list" lists them.')
  await followJob(library, () => library.calls.exports.resume({ jobId: found.jobId }))
}

async function undo(library: OpenLibrary, asked: string): Promise<void> {
  const jobs = await library.calls.exports.list({})
  const found = jobs.find(({ jobId }) => jobId.startsWith(asked))
  if (found === undefined) throw new AppError('job-not-found', `There is no export ${asked}.`)
  print((await library.calls.exports.undo({ jobId: found.jobId })).sentence)
}

async function answer(library: OpenLibrary, what: 'skip' | 'rename' | 'overwrite'): Promise<void> {
  const jobs = await library.calls.exports.list({})
  const found = jobs.find(({ asking, state }) => asking > 0 && state === 'asking')
  if (found === undefined) throw new AppError('job-not-found', 'No export waits for an answer.')
  await followJob(library, () => library.calls.exports.answer({ jobId: found.jobId, answer: what }))
}

async function list(library: OpenLibrary): Promise<void> {
  const jobs = await library.calls.exports.list({})
  if (jobs.length === 0) return note('Nothing was exported yet.')
  for (const line of formatTable(jobs.map(toCells))) print(line)
}

const toCells = ({ jobId, state, title, written, total, target, createdMs }: ExportJob): string[] => [
  jobId.slice(0, 8),
  formatTime(createdMs),
  state,
  `${written} of ${total}`,
  title,
  target,
]

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
