import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import {
  DEFAULT_RENAME_PATTERN,
  type MovePlan,
  type MoveReport,
  type MoveRequest,
} from '../../../contract/library/files.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { toPath } from '../arguments/to-path.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, note, print, tell } from '../output/output.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type Options = CommonOptions & {
  to?: string
  subfolder?: string
  name?: string
  from?: number
  number?: boolean
  dryRun?: boolean
}

const pattern =
  'pattern of {name}, {original}, {date}, {time}, {counter}, {camera}, {title}, {rating}, {year}, {month}, {day}'

/** `lumafold move PATH... --to FOLDER [--subfolder PATTERN] [--name PATTERN] [--dry-run]` */
export function moveCommand(program: Command): void {
  withCommonOptions(
    program
      .command('move')
      .description('move photos with all their files to a folder of the library')
      .argument('<path...>', 'files of the photos')
      .requiredOption('--to <folder>', 'a watched folder or one below, which is made where it is not there')
      .option('--subfolder <pattern>', `folders below it, by a ${pattern}`)
      .option('--name <pattern>', `new names without the extension, by the same fields`),
  ).action((paths: string[], _options, command: Command) => run(paths, command, 'lumafold move'))
}

/** `lumafold rename PATH... --name PATTERN [--dry-run]` */
export function renameCommand(program: Command): void {
  withCommonOptions(
    program
      .command('rename')
      .description('rename photos with all their files')
      .argument('<path...>', 'files of the photos, in the order in which they are counted')
      .option('--name <pattern>', `new names without the extension: a ${pattern}`, DEFAULT_RENAME_PATTERN),
  ).action((paths: string[], _options, command: Command) => run(paths, command, 'lumafold rename'))
}

const withCommonOptions = (command: Command): Command =>
  command
    .option('--from <n>', 'the first number of {counter}', parseWhole(0, 99_999_999))
    .option('--number', 'put a number behind names that are taken; otherwise such photos stay as they are')
    .option('--dry-run', 'only list the new names')

async function run(paths: readonly string[], command: Command, owner: string): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  await withLibrary({ options, owner }, async (library) => {
    const request: MoveRequest = {
      ids: await findPhotos(library, paths),
      numbersTaken: options.number === true,
      counterFrom: options.from ?? 1,
      ...(options.name === undefined ? {} : { pattern: options.name }),
      ...(options.to === undefined ? {} : { target: await targetOf(library, options.to, options.subfolder ?? '') }),
    }
    const plan = await library.calls.files.plan(request)
    tellProblems(plan)
    if (options.dryRun === true) return list(plan)
    printReport(await library.calls.files.move({ planId: plan.planId }), plan.problemCount)
  })
}

/** A folder of the library, and the rest of the path, which has to be created below it. */
async function targetOf(
  library: OpenLibrary,
  to: string,
  subfolder: string,
): Promise<NonNullable<MoveRequest['target']>> {
  const full = toPath(to)
  for (let folder = full, rest: string[] = []; ; folder = path.dirname(folder)) {
    const folderId = await library.hostCalls.findFolder({ path: folder })
    if (folderId !== null) return { folderId, subfolder: [...rest, subfolder].filter(Boolean).join('/') }
    if (folder === path.dirname(folder))
      throw new AppError('folder-not-found', `${full} is in no folder of the library: add one with "lumafold add".`)
    rest = [path.basename(folder), ...rest]
  }
}

function tellProblems({ preview, problemCount }: MovePlan): void {
  const troubled = preview.filter(({ problem }) => problem !== null)
  for (const { name, problem } of troubled) tell(`${name} stays: ${inEnglish(problem)}`)
  if (problemCount > troubled.length) tell(`${problemCount - troubled.length} more stay`)
}

function list({ preview, photoCount, fileCount, unchangedCount }: MovePlan): void {
  for (const { name, newName, folder, others, problem } of preview) {
    if (problem !== null) continue
    print(`${name} -> ${path.join(folder, newName)}`)
    for (const other of others) print(`  ${other.name} -> ${path.join(folder, other.newName)}`)
  }
  if (unchangedCount > 0) note(`${count(unchangedCount, 'photo')} already as wanted`)
  note(`Nothing was moved. ${count(photoCount, 'photo')} with ${count(fileCount, 'file')} would be.`)
}

function printReport({ photoCount, fileCount, failures, change }: MoveReport, troubled: number): void {
  for (const { path: place, reason } of failures) tell(`${place} stays: ${inEnglish(reason)}`)
  print(change === null ? 'Nothing was moved' : `${inEnglish(change.sentence)} (${count(fileCount, 'file')})`)
  if (change?.changeId) print(`"lumafold undo --id ${change.changeId}" moves them back`)
  endWith(exitAfter({ done: photoCount, failed: troubled + failures.length }))
}
