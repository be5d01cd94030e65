import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { type CardProgress, DEFAULT_CARD_FOLDERS } from '../../../contract/library/card-import.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { toPath } from '../arguments/to-path.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, note, print, tell } from '../output/output.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type Options = CommonOptions & {
  to?: string
  folders: string
  name?: string
  from?: number
  backup?: string
  rating?: number
  tag?: string[]
  dryRun?: boolean
  resume?: boolean
}

/** `lumafold import-card DIR --to FOLDER [--folders PATTERN] [--name PATTERN] [--backup DIR] [--dry-run]` */
export function importCardCommand(program: Command): void {
  program
    .command('import-card')
    .description('copy what is new on a memory card into a folder of the library; each copy is read back and compared')
    .argument('<dir>', 'the card, or its folder of pictures; nothing on it is changed')
    .option('--to <folder>', 'a folder of the library')
    .option('--folders <pattern>', 'folders below it', DEFAULT_CARD_FOLDERS)
    .option('--name <pattern>', 'new names without the extension, such as {date}_{counter:4}')
    .option('--from <n>', 'the first number of {counter}', parseWhole(0, 99_999_999))
    .option('--backup <dir>', 'a second copy of everything goes there')
    .option('--rating <n>', 'stars for all of them', parseWhole(0, 5))
    .option('--tag <name...>', 'tags for all of them')
    .option('--dry-run', 'only list what would be copied, and where to')
    .option('--resume', 'go on with an import that was interrupted')
    .action(async (dir: string, _options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      await withLibrary({ options, owner: 'lumafold import-card' }, (library) =>
        options.resume === true ? resume(library, dir) : importCard(library, dir, options, command),
      )
    })
}

async function importCard(library: OpenLibrary, dir: string, options: Options, command: Command): Promise<void> {
  if (options.to === undefined) return command.error('error: name the folder that photos are copied to with --to')
  const folderId = await library.hostCalls.findFolder({ path: toPath(options.to) })
  if (folderId === null)
    throw new AppError('folder-not-found', `${options.to} is no folder of the library: add it with "lumafold add".`)
  const { id: sourceId } = await library.hostCalls.registerSource({ path: toPath(dir) })
  const { scanId, items, unreadable } = await library.calls.cards.scan({ sourceId })
  for (const place of unreadable) tell(`${place} cannot be read`)
  const known = items.filter(({ isKnown }) => isKnown).length
  note(`${count(items.length, 'item')} on the card, ${known.toLocaleString('en')} imported before`)
  const order: Parameters<OpenLibrary['calls']['cards']['start']>[0] = {
    scanId,
    folderId,
    subfolder: options.folders,
    ...(options.name === undefined ? {} : { pattern: options.name }),
    counterFrom: options.from ?? 1,
    ...(options.backup === undefined ? {} : { backupId: await backupOf(library, options.backup) }),
    rating: options.rating ?? 0,
    tags: options.tag ?? [],
  }
  if (options.dryRun === true) return list(library, order)
  if (known === items.length) return note('Nothing new is on the card.')
  const { jobId } = await library.calls.cards.start(order)
  report(await library.calls.cards.finished({ jobId }))
}

const backupOf = async (library: OpenLibrary, folder: string) =>
  (await library.hostCalls.registerTarget({ path: toPath(folder) })).id

async function resume(library: OpenLibrary, dir: string): Promise<void> {
  const open = (await library.calls.cards.list()).find(({ state }) => state === 'interrupted')
  if (open === undefined) return note('No import was interrupted.')
  const { id: sourceId } = await library.hostCalls.registerSource({ path: toPath(dir) })
  const { jobId } = await library.calls.cards.resume({ jobId: open.jobId, sourceId })
  report(await library.calls.cards.finished({ jobId }))
}

async function list(
  library: OpenLibrary,
  order: Parameters<OpenLibrary['calls']['cards']['preview']>[0],
): Promise<void> {
  const { names, count: items, bytes } = await library.calls.cards.preview(order)
  for (const { name, newPath } of names) print(`${name} -> ${newPath}`)
  note(`Nothing was copied. ${count(items, 'item')} with ${bytes.toLocaleString('en')} bytes would be.`)
}

function report({ copied, known, backedUp, backup, failures, backupFailures, state, problem }: CardProgress): void {
  for (const { path, reason } of failures) tell(`${path} was not copied: ${inEnglish(reason)}`)
  for (const { path, reason } of backupFailures) tell(`${path} has no second copy: ${inEnglish(reason)}`)
  print(`${count(copied, 'file')} copied and compared, ${known.toLocaleString('en')} imported before`)
  if (backup !== '') print(`${count(backedUp, 'file')} copied a second time, to ${backup}`)
  if (problem !== null) tell(problem)
  if (state === 'interrupted') tell('"lumafold import-card DIR --resume" goes on')
  if (state === 'done' && failures.length === 0) print('Eject the card before you take it out.')
  endWith(exitAfter({ done: copied, failed: failures.length + backupFailures.length + (state === 'done' ? 0 : 1) }))
}
