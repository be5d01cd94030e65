import { Option, type Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { MovedPart } from '../../../service/transfer/move-service.ts'
import type { ServicePlace } from '../../../service/transfer/service-place.ts'
import { toPath } from '../arguments/to-path.ts'
import { printJson } from '../output/output.ts'
import { printMoved, toMovedJson } from '../output/print-moved.ts'
import { createProgress } from '../output/progress.ts'
import { findDataDir } from '../serving/service-data.ts'

type MigrateOptions = {
  data?: string
  database?: string
  objects?: string
  toData?: string
  toDatabase?: string
  toObjects?: string
  json?: boolean
}

/**
 * `lumafold service migrate [--data DIR] [--database URL] [--objects PLACE] [--to-data DIR] [--to-database URL]
 * [--to-objects PLACE] [--json]`
 */
export function migrateCommand(service: Command): void {
  service
    .command('migrate')
    .description('move a stopped service from SQLite into PostgreSQL, or back; the source is only read')
    .option('--data <dir>', "data folder that the service has now (default: in the user's data folder)")
    .addOption(
      new Option('--database <url>', 'PostgreSQL database that it has now, where it has one').env('LUMAFOLD_DATABASE'),
    )
    .addOption(
      new Option('--objects <place>', 'where it keeps uploads now, where it is started with --objects').env(
        'LUMAFOLD_OBJECTS',
      ),
    )
    .option('--to-data <dir>', 'data folder that it will have (default with --to-database: the same as now)')
    .addOption(
      new Option('--to-database <url>', 'empty PostgreSQL database that it will have').env('LUMAFOLD_TO_DATABASE'),
    )
    .addOption(
      new Option(
        '--to-objects <place>',
        'where it will keep uploads: s3://bucket/prefix?endpoint=URL, or a shared folder',
      ).env('LUMAFOLD_TO_OBJECTS'),
    )
    .option('--json', 'print JSON (see JSON.md)')
    .addHelpText('after', EXAMPLES)
    .action(async (_options, command: Command) => migrate(optionsOf(command)))
}

const EXAMPLES = `
Give the options that the service is started with now, and with "--to-" before them those that it will be started with:
  lumafold service migrate --data /srv/lumafold --to-database postgres://db/lumafold --to-objects s3://bucket/photos
  lumafold service migrate --database postgres://db/lumafold --objects s3://bucket/photos --to-data /srv/lumafold`

/** "service" itself takes the options that both commands have; its others are for serving. */
function optionsOf(command: Command): MigrateOptions {
  const service = command.parent!
  const own = new Set(command.options.map((option) => option.attributeName()))
  const other = service.options.find(
    (option) => !own.has(option.attributeName()) && service.getOptionValueSource(option.attributeName()) === 'cli',
  )
  if (other !== undefined)
    throw new AppError(
      'bad-params',
      `${other.long} is for serving: "lumafold service migrate --help" has the options of a migration.`,
    )
  return command.optsWithGlobals<MigrateOptions>()
}

async function migrate(options: MigrateOptions): Promise<void> {
  process.umask(0o077) // files created in the folder are private
  const { from, to } = placesOf(options)
  const { moveService } = await import('../../../service/transfer/move-service.ts')
  const [pictures, rows] = [createProgress('picture'), createProgress('row')]
  const onProgress = (part: MovedPart, done: number, total: number) =>
    part === 'pictures' ? pictures.show(done, total, 'copied') : rows.show(done, total, part)
  const moved = await moveService({ from, to, log: silentLog, onProgress }).finally(() => {
    pictures.end()
    rows.end()
  })
  if (options.json) return printJson(toMovedJson(moved))
  printMoved(moved, { from, to })
}

function placesOf(options: MigrateOptions): { from: ServicePlace; to: ServicePlace } {
  const { database, toData, toDatabase } = options
  if (toDatabase === undefined && toData === undefined)
    throw new AppError(
      'bad-params',
      'Say where the service is to go: --to-database postgres://HOST/DATABASE into PostgreSQL, or --to-data DIR out of it.',
    )
  const dataDir = findDataDir(options)
  const place = (text: string | undefined) => (text === undefined ? undefined : placeOf(text))
  return {
    from: { dataDir, database, objects: place(options.objects) },
    to: {
      dataDir: toData === undefined ? dataDir : toPath(toData),
      database: toDatabase,
      objects: place(options.toObjects),
    },
  }
}

const placeOf = (text: string): string => (/^s3:/i.test(text) ? text : toPath(text))

/** The error that ends the command reports what went wrong. */
const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
