import { InvalidArgumentError, type Command } from 'commander'
import { RotateTurn, type SensitivityJudgement } from '../../../contract/library/photo.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { collect, parseWhole } from '../arguments/arguments.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, print } from '../output/output.ts'

/** `lumafold rate PATH... N` */
export function rateCommand(program: Command): void {
  program
    .command('rate')
    .description('rate photos from 1 to 5 stars; 0 takes the rating away')
    .usage('[options] <path...> <n>')
    .argument('<path...>', 'files of the photos, and the rating after them')
    .action(async (given: string[], _options, command: Command) => {
      const { paths, value: rating } = splitLast(given, command, {
        last: 'the rating comes last',
        missing: 'Name at least one photo before the rating.',
        parse: parseWhole(0, 5),
      })
      await markFiles(command, paths, async (photos, ids) => {
        await photos.rate({ ids, rating })
        return `${count(ids.length, 'photo')} rated ${rating}`
      })
    })
}

/** `lumafold rotate PATH... left|right|half|as-file` */
export function rotateCommand(program: Command): void {
  program
    .command('rotate')
    .description('turn photos a quarter to the left or right, half round, or as their files say; no file is changed')
    .usage('[options] <path...> <left|right|half|as-file>')
    .argument('<path...>', 'files of the photos, and how they are turned after them')
    .action(async (given: string[], _options, command: Command) => {
      const { paths, value: turn } = splitLast(given, command, {
        last: 'how photos are turned comes last',
        missing: 'Name at least one photo before it.',
        parse: parseTurn,
      })
      await markFiles(command, paths, async (photos, ids) => (await photos.rotate({ ids, turn })).sentence)
    })
}

function parseTurn(text: string): RotateTurn {
  const turn = RotateTurn.safeParse(text)
  if (!turn.success) throw new InvalidArgumentError(`Choose one of ${RotateTurn.options.join(', ')}.`)
  return turn.data
}

/** `lumafold label PATH... --as NAME | --none` */
export function labelCommand(program: Command): void {
  program
    .command('label')
    .description('give photos a label, such as Red, or take it off')
    .argument('<path...>', 'files of the photos')
    .option('--as <name>', 'the label')
    .option('--none', 'take the label off')
    .action(async (paths: string[], options: { as?: string; none?: boolean }, command: Command) => {
      if ((options.as === undefined) !== Boolean(options.none))
        command.error('error: name a label with --as, or --none')
      const label = options.as ?? ''
      await markFiles(command, paths, async (photos, ids) => (await photos.setLabel({ ids, label })).sentence)
    })
}

/** `lumafold pick PATH... [--reject | --none]` */
export function pickCommand(program: Command): void {
  program
    .command('pick')
    .description('pick photos, or reject them')
    .argument('<path...>', 'files of the photos')
    .option('--reject', 'reject them')
    .option('--none', 'neither pick nor reject them')
    .action(async (paths: string[], { reject, none }: { reject?: boolean; none?: boolean }, command: Command) => {
      if (reject && none) command.error('error: choose one of --reject and --none')
      const pick = none ? 0 : reject ? -1 : 1
      await markFiles(command, paths, async (photos, ids) => (await photos.setPick({ ids, pick })).sentence)
    })
}

/** `lumafold tag PATH... --add NAME --remove NAME` */
export function tagCommand(program: Command): void {
  program
    .command('tag')
    .description('add and remove tags of photos')
    .argument('<path...>', 'files of the photos')
    .option('--add <name>', 'tag to add (may be repeated)', collect, [])
    .option('--remove <name>', 'tag to take off, whoever gave it (may be repeated)', collect, [])
    .action(async (paths: string[], { add, remove }: { add: string[]; remove: string[] }, command: Command) => {
      if (add.length + remove.length === 0) command.error('error: name at least one tag with --add or --remove')
      await markFiles(command, paths, async (photos, ids) => {
        for (const name of add) await photos.addTag({ ids, name })
        for (const name of remove) await photos.removeTag({ ids, name })
        return `${count(ids.length, 'photo')} changed`
      })
    })
}

/** `lumafold sensitivity PATH... --fine | --sensitive | --as-found` */
export function sensitivityCommand(program: Command): void {
  program
    .command('sensitivity')
    .description('say that photos are fine or sensitive, whatever the analysis found')
    .argument('<path...>', 'files of the photos')
    .option('--fine', 'they are not sensitive')
    .option('--sensitive', 'they are blurred or hidden')
    .option('--as-found', 'leave it to the analysis again')
    .action(async (paths: string[], options: Judged, command: Command) => {
      const judgement = judgementOf(options, command)
      await changeFiles(
        command,
        paths,
        async (photos, ids) => (await photos.setSensitivity({ ids, judgement })).sentence,
      )
    })
}

type Judged = { fine?: boolean; sensitive?: boolean; asFound?: boolean }

function judgementOf({ fine, sensitive, asFound }: Judged, command: Command): SensitivityJudgement | null {
  if ([fine, sensitive, asFound].filter(Boolean).length !== 1)
    command.error('error: choose one of --fine, --sensitive and --as-found')
  if (asFound) return null
  return fine ? 'fine' : 'sensitive'
}

/** `lumafold private PATH... [--off]` */
export function privateCommand(program: Command): void {
  program
    .command('private')
    .description('mark photos as private: the lock and client mode hide them')
    .argument('<path...>', 'files of the photos')
    .option('--off', 'take the mark away')
    .action(async (paths: string[], { off }: { off?: boolean }, command: Command) => {
      const isPrivate = !off
      await changeFiles(command, paths, async (photos, ids) => (await photos.setPrivate({ ids, isPrivate })).sentence)
    })
}

type Photos = OpenLibrary['calls']['photos']
type ChangePhotos = (photos: Photos, ids: number[]) => Promise<Text | string>

/** Changes the photos of files, and prints what `change` answers. */
async function changeFiles(command: Command, paths: string[], change: ChangePhotos, isWritten = false): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions>()
  await withLibrary({ options, owner: `lumafold ${command.name()}` }, async (library) => {
    const answer = await change(library.calls.photos, await findPhotos(library, paths))
    if (isWritten) await library.calls.metadata.write()
    print(answer)
  })
}

/** The same for changes that files or sidecars may hold, and writes them there. */
const markFiles = (command: Command, paths: string[], change: ChangePhotos): Promise<void> =>
  changeFiles(command, paths, change, true)

/** Separates paths from a value behind them; `last` and `missing` are what a person reads if one of them is absent. */
function splitLast<Value>(
  given: readonly string[],
  command: Command,
  { last, missing, parse }: { last: string; missing: string; parse(text: string): Value },
): { paths: string[]; value: Value } {
  const paths = given.slice(0, -1)
  try {
    const value = parse(given.at(-1) ?? '')
    if (paths.length === 0) throw new InvalidArgumentError(missing)
    return { paths, value }
  } catch (error) {
    return command.error(`error: ${last}. ${(error as Error).message}`)
  }
}
