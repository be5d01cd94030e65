import { Command } from 'commander'
import { AppError, messageOf } from '../../contract/errors.ts'
import { findPlaces } from '../places.ts'
import { refuseUnknownCommand } from './arguments/refuse-unknown-command.ts'
import { accountCommand } from './commands/account.ts'
import { addCommand } from './commands/add.ts'
import { albumCommand } from './commands/album.ts'
import { allowCommand } from './commands/allow.ts'
import { backupCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
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
import { labelCommand } from './commands/label.ts'
import { listCommand } from './commands/list.ts'
import { locateCommand } from './commands/locate.ts'
import { metadataCommand } from './commands/metadata.ts'
import { modelsCommand } from './commands/models.ts'
import { peopleCommand } from './commands/people.ts'
import { moveCommand, renameCommand } from './commands/move.ts'
import { pickCommand } from './commands/pick.ts'
import { presetsCommand } from './commands/presets.ts'
import { privateCommand } from './commands/private.ts'
import { publishCommand } from './commands/publish.ts'
import { questionsCommand } from './commands/questions.ts'
import { rateCommand } from './commands/rate.ts'
import { rotateCommand } from './commands/rotate.ts'
import { removedCommand } from './commands/removed.ts'
import { sensitivityCommand } from './commands/sensitivity.ts'
import { serveCommand } from './commands/serve.ts'
import { serviceCommand } from './commands/service.ts'
import { setCommand } from './commands/set.ts'
import { showCommand } from './commands/show.ts'
import { similarCommand } from './commands/similar.ts'
import { tagCommand } from './commands/tag.ts'
import { trashCommand } from './commands/trash.ts'
import { templateCommand } from './commands/template.ts'
import { redoCommand, undoCommand } from './commands/undo.ts'
import { verifyCommand } from './commands/verify.ts'
import { explainFileError } from './output/explain-file-error.ts'
import { hintAtDash } from './output/hint-at-dash.ts'
import { tell } from './output/output.ts'

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
]

function createProgram(): Command {
  const program = new Command('lumafold')
    .description('A photo organiser that looks at every photo on your own machine.')
    .version(findPlaces().version)
    .option('--library <dir>', "data folder of the library (default: in the user's data folder)")
    .showHelpAfterError('Run "lumafold --help" for the commands.')
    .configureOutput({ outputError: (text, write) => write(text + hintAtDash(text)) })
  for (const command of commands) command(program)
  for (const group of program.commands) refuseUnknownCommand(group)
  return program
}

/** Every failure leaves as one sentence and exit code 1. */
async function tellFailure(error: unknown): Promise<void> {
  process.exitCode = 1
  const { isKnownError } = await import('../shell-dispatch.ts')
  if (error instanceof AppError || isKnownError(error)) return tell(`lumafold: ${error.message}`)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return tell('lumafold: the port is in use by another program: choose another one with --port.')
  const explained = explainFileError(error)
  if (explained !== null) return tell(`lumafold: ${explained}`)
  tell(`lumafold: unexpected error: ${messageOf(error)}. The log in ${findPlaces().logsDir} may say more.`)
}

// A reader such as `head` may close the pipe early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  await createProgram().parseAsync()
} catch (error) {
  await tellFailure(error)
}
