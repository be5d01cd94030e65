import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { Option, type Command } from 'commander'
import { WatchMode, type Folder } from '../../../contract/library/folder.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { AppError, messageOf } from '../../../contract/errors.ts'
import { toPath } from '../arguments/to-path.ts'
import { followEvents } from '../library/follow-events.ts'
import { count, print, tell } from '../output/output.ts'
import { createProgress, describeStatus, type Progress } from '../output/progress.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type AddOptions = CommonOptions & { wait?: boolean; watching?: WatchMode }

/** `lumafold add DIR... [--wait] [--watching HOW]` */
export function addCommand(program: Command): void {
  program
    .command('add')
    .description('add folders of photos to the library')
    .argument('<dir...>', 'folders to add; one that is in the library already is looked through again')
    .option('--wait', 'analyse everything before coming back')
    .addOption(
      new Option('--watching <how>', 'how changes are noticed; auto polls network shares').choices(WatchMode.options),
    )
    .action(async (dirs: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<AddOptions>()
      await withLibrary({ options, owner: 'lumafold add' }, async (library) => {
        const [folders, failures]: [Folder[], unknown[]] = [[], []]
        const addAll = async () => {
          for (const dir of dirs)
            await addFolder(library, dir, options.watching).then(
              (folder) => folders.push(folder),
              (error: unknown) => failures.push(error),
            )
          if (folders.length === 0) throw failures[0]
        }
        await (options.wait ? analyseAll(library, addAll) : scanAll(library, addAll))
        for (const folder of folders) await report(library, folder, Boolean(options.wait))
        for (const failure of failures) tell(`lumafold: ${messageOf(failure)}`)
        endWith(exitAfter({ done: folders.length, failed: failures.length }))
      })
    })
}

/** Adds a folder; one that is already in the library is scanned again. */
export async function addFolder(library: OpenLibrary, dir: string, watching?: WatchMode): Promise<Folder> {
  const folder = await library.hostCalls.addFolder({ path: toPath(dir) })
  if (watching !== undefined) await library.calls.folders.setWatching({ id: folder.id, watching })
  return folder
}

async function scanAll(library: OpenLibrary, begin: () => Promise<void>): Promise<void> {
  const progress = createProgress('file')
  await followEvents(library, begin, (event) => {
    if (event.type !== 'analysis.changed') return 'go on'
    if (event.status.state !== 'scanning') return 'enough'
    progress.show(event.status.scanned, event.status.scanned, 'scanned')
    return 'go on'
  })
  progress.end()
}

async function analyseAll(library: OpenLibrary, begin: () => Promise<void>): Promise<void> {
  const progress = createProgress('photo')
  const stop = new AbortController()
  const following = showAnalysis(library, stop.signal, progress)
  await begin()
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  stop.abort()
  await following
  progress.end()
}

async function showAnalysis(library: OpenLibrary, signal: AbortSignal, progress: Progress): Promise<void> {
  try {
    for await (const event of await library.calls.library.events(undefined, { signal })) {
      if (event.type !== 'analysis.changed' || event.status.total === 0) continue
      progress.show(event.status.analysed + event.status.failed, event.status.total, describeStatus(event.status))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Reports the result for the folder's photos. A file that cannot be read is a stored result like any other. */
async function report(library: OpenLibrary, folder: Folder, hasWaited: boolean): Promise<void> {
  const present = (await library.calls.folders.list()).find((one) => one.id === folder.id)
  if (!present?.isAvailable)
    throw new AppError(
      'not-a-folder',
      present?.problem ||
        `The folder ${folder.path} cannot be read at present; its photos are looked for when it is back.`,
    )
  const { total, statuses } = await library.calls.search.facets({ filter: { folderId: folder.id } })
  const of = (status: string) => statuses.find((one) => one.status === status)?.count ?? 0
  const parts = [
    count(total, 'photo'),
    ...(hasWaited ? [`${of('ready')} analysed`] : []),
    ...(of('pending') > 0 ? [`${of('pending')} waiting for analysis`] : []),
  ]
  print(`${folder.path}: ${[...parts, ...(of('failed') > 0 ? [`${of('failed')} could not be read`] : [])].join(', ')}`)
  await reportFailed(library, folder)
  if (present.problem !== null) tell(present.problem)
}

async function reportFailed(library: OpenLibrary, folder: Folder): Promise<void> {
  const ids = await library.calls.photos.ids({ filter: { folderId: folder.id, statuses: ['failed'] } })
  for (const id of ids) {
    const { path, reason } = await library.calls.photos.get({ id })
    tell(`  ${path}: ${inEnglish(reason)}`)
  }
}
