import type { Command } from 'commander'
import type { RemovedItem } from '../../../contract/library/removed.ts'
import { AppError } from '../../../contract/errors.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, formatTable, formatTime, note, print, printJson } from '../output/output.ts'

type ListOptions = CommonOptions & { json?: boolean }
type PurgeOptions = CommonOptions & { all?: boolean }

/** `lumafold removed [list | restore N | purge N | purge --all]` */
export function removedCommand(program: Command): void {
  const removed = program
    .command('removed')
    .description('what was removed from the library in the last 30 days: list it, put it back, or delete it for good')
  removed
    .command('list', { isDefault: true })
    .description('list what can be put back')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => run(command, list))
  removed
    .command('restore')
    .description('put one item back with all that was known')
    .argument('<n>', 'its number, as "lumafold removed" lists it', parseWhole(1, Number.MAX_SAFE_INTEGER))
    .action((changeId: number, _options, command: Command) =>
      run(command, async (library) => print((await library.calls.removed.restore({ changeId })).sentence)),
    )
  removed
    .command('purge')
    .description('delete what is known of one item, or of all, for good; files of photos stay as they are')
    .argument('[n]', 'its number, as "lumafold removed" lists it', parseWhole(1, Number.MAX_SAFE_INTEGER))
    .option('--all', 'delete all of them')
    .action((changeId: number | undefined, _options, command: Command) => purge(changeId, command))
}

function run<Options extends CommonOptions>(
  command: Command,
  work: (library: OpenLibrary, options: Options) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  return withLibrary({ options, owner: 'lumafold removed' }, (library) => work(library, options))
}

async function list(library: OpenLibrary, { json }: ListOptions): Promise<void> {
  const items = await library.calls.removed.list()
  if (json) printJson(items.map(toJson))
  else if (items.length === 0) note('Nothing that was removed is kept.')
  else for (const line of formatTable(items.map(describe))) print(line)
}

async function purge(changeId: number | undefined, command: Command): Promise<void> {
  const { all = false } = command.optsWithGlobals<PurgeOptions>()
  if (all === (changeId !== undefined)) command.error('error: name one number, or --all')
  await run(command, async (library) => {
    const items = (await library.calls.removed.list()).filter((item) => all || item.changeId === changeId)
    if (!all && items.length === 0)
      throw new AppError('change-not-found', `Nothing with the number ${changeId} is kept: see "lumafold removed".`)
    await library.calls.removed.purge(changeId === undefined ? {} : { changeId })
    print(`${count(items.length, 'item')} deleted for good`)
  })
}

const toJson = ({ changeId, path, isInTrash, photoCount, removedMs, leavesMs }: RemovedItem) => ({
  id: changeId,
  path,
  photos: photoCount,
  in_trash: isInTrash,
  removed_at: new Date(removedMs).toISOString(),
  deleted_at: new Date(leavesMs).toISOString(),
})

const describe = ({ changeId, path, isInTrash, photoCount, leavesMs }: RemovedItem): string[] => [
  String(changeId),
  path === null
    ? `${count(photoCount, isInTrash ? 'photo' : 'missing photo')}${isInTrash ? ', files in the trash' : ''}`
    : `${path} (${count(photoCount, 'photo')})`,
  `kept until ${formatTime(leavesMs)}`,
]
