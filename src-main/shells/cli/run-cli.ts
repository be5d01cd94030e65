import { Command, CommanderError } from 'commander'
import { messageOf, TextError } from '../../contract/errors.ts'
import { accountCommand } from './commands/account.ts'
import { addCommand } from './commands/add.ts'
import { albumCommand } from './commands/album.ts'
import { allowCommand } from './commands/allow.ts'
import { backupCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand } from './commands/doctor.ts'
import { duplicatesCommand } from './commands/duplicates.ts'
import { exportCommand } from './commands/export.ts'
import { exportLibraryCommand } from './commands/export-library.ts'
import { gpxCommand } from './commands/gpx.ts'
import { historyCommand } from './commands/history.ts'
import { importCardCommand } from './commands/import-card.ts'
import { importLibraryCommand } from './commands/import-library.ts'
import { classifiersCommand } from './commands/classifiers.ts'
import { keywordsCommand } from './commands/keywords.ts'
import { listCommand } from './commands/list.ts'
import { locateCommand } from './commands/locate.ts'
import {
  labelCommand,
  pickCommand,
  privateCommand,
  rateCommand,
  rotateCommand,
  sensitivityCommand,
  tagCommand,
} from './commands/marks.ts'
import { metadataCommand } from './commands/metadata.ts'
import { modelsCommand } from './commands/models.ts'
import { manualCommand } from './commands/manual.ts'
import { peopleCommand } from './commands/people.ts'
import { moveCommand, renameCommand } from './commands/move.ts'
import { presetsCommand } from './commands/presets.ts'
import { publishCommand } from './commands/publish.ts'
import { questionsCommand } from './commands/questions.ts'
import { removedCommand } from './commands/removed.ts'
import { serveCommand } from './commands/serve.ts'
import { serviceCommand } from './commands/service.ts'
import { setCommand } from './commands/set.ts'
import { showCommand } from './commands/show.ts'
import { similarCommand } from './commands/similar.ts'
import { trashCommand } from './commands/trash.ts'
import { templateCommand } from './commands/template.ts'
import { redoCommand, undoCommand } from './commands/undo.ts'
import { verifyCommand } from './commands/verify.ts'
import { explainFileError } from './output/explain-file-error.ts'
import { placesOf } from './library/places-of.ts'
import { tell } from './output/output.ts'
import { exitOf, exits } from './surroundings/exit-codes.ts'
import { around, asRun, beQuiet, exitCode, type Surroundings, thisProcess } from './surroundings/run.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Every command, in the order of the help. */
const commands = [
  addCommand,
  listCommand,
  showCommand,
  similarCommand,
  duplicatesCommand,
  exportCommand,
  presetsCommand,
  publishCommand,
  albumCommand,
  setCommand,
  gpxCommand,
  templateCommand,
  tagCommand,
  keywordsCommand,
  classifiersCommand,
  rateCommand,
  rotateCommand,
  labelCommand,
  peopleCommand,
  pickCommand,
  sensitivityCommand,
  privateCommand,
  moveCommand,
  renameCommand,
  trashCommand,
  undoCommand,
  redoCommand,
  historyCommand,
  removedCommand,
  locateCommand,
  questionsCommand,
  importCardCommand,
  importLibraryCommand,
  exportLibraryCommand,
  metadataCommand,
  modelsCommand,
  batchCommand,
  serveCommand,
  allowCommand,
  serviceCommand,
  accountCommand,
  backupCommand,
  doctorCommand,
  verifyCommand,
  completionCommand,
  manualCommand,
]

/**
 * Runs one command, from its arguments to its exit code, and prints to the `surroundings`. Never rejects: a failure is
 * a sentence on standard error and one of the `exits`.
 */
export function runCli(args: readonly string[], surroundings: Surroundings = thisProcess): Promise<number> {
  return asRun(surroundings, async () => {
    try {
      await createProgram().parseAsync(args, { from: 'user' })
      return exitCode()
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage // it is printed
      await tellFailure(error)
      return exitOf(error)
    }
  })
}

/** Width of the help without a terminal. */
const HELP_COLUMNS = 80

function createProgram(): Command {
  const { stdout, stderr } = around()
  const program = new Command('lumafold')
    .description('A photo organiser that looks at every photo on your own machine.')
    .version(placesOf().version)
    .option('--library <dir>', "data folder of the library (default: in the user's data folder)")
    .option('-q, --quiet', 'show no progress and no notes: only results, and what failed')
    .hook('preAction', (_program, command) => {
      if (command.optsWithGlobals<{ quiet?: boolean }>().quiet) beQuiet()
    })
    .showHelpAfterError('Run "lumafold --help" for the commands.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(text + hintAtDash(text)),
      getOutHelpWidth: () => stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => stderr.columns ?? HELP_COLUMNS,
    })
  for (const command of commands) command(program)
  for (const group of program.commands) refuseUnknownCommand(group)
  return program
}

async function tellFailure(error: unknown): Promise<void> {
  const { isKnownError } = await import('../shell-dispatch.ts')
  if (error instanceof TextError || isKnownError(error)) return tell(`lumafold: ${error.message}`)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return tell('lumafold: the port is in use by another program: choose another one with --port.')
  const explained = explainFileError(error)
  if (explained !== null) return tell(`lumafold: ${explained}`)
  tell(`lumafold: unexpected error: ${messageOf(error)}. The log in ${placesOf().logsDir} may say more.`)
}

/** A hint for an "unknown option" that is really the name of a file; else empty. */
function hintAtDash(error: string): string {
  const name = /unknown option '(-[^']*)'/.exec(error)?.[1]
  if (name === undefined || !existsSync(resolve(around().cwd, name))) return ''
  return `There is a file of that name: write "./${name}", or "--" before the names.\n`
}

/**
 * A group such as `album` that lists something without a subcommand would take a wrong one, `album make X`, as
 * arguments of the list. The error names the existing subcommands.
 */
function refuseUnknownCommand(group: Command): void {
  group.hook('preSubcommand', (_group, chosen) => {
    const [word = '-'] = group.args
    const isKnown = group.commands.some((each) => each.name() === word || each.aliases().includes(word))
    if (isKnown || word.startsWith('-') || chosen.registeredArguments.length > 0) return
    const names = group.commands.map((each) => each.name()).join(', ')
    group.error(`error: there is no ${group.name()} command "${word}"; there are: ${names}.`)
  })
}
