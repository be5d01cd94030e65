import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { Backup } from '../../../contract/library/backups.ts'
import { OfflineBackups } from '../../../library/safety/backup/offline-backups.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { placesOf } from '../library/places-of.ts'
import { toPath } from '../arguments/to-path.ts'
import { count, formatTable, print, printJson } from '../output/output.ts'
import { openLogFile } from '../../log-file.ts'

type RestoreOptions = CommonOptions & { to?: string; newerEdits: boolean }

/** `lumafold backup list|now|restore [DATE]|folder [DIR]` */
export function backupCommand(program: Command): void {
  const backup = program.command('backup').description('copies of the catalogue, which the program makes each day')
  addList(backup)
  addNow(backup)
  addRestore(backup)
  addFolder(backup)
}

function addList(backup: Command): void {
  backup
    .command('list', { isDefault: true })
    .description('list the backups, newest first')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      const { folder, backups } = await openOffline(options).list()
      if (options.json) return printJson({ folder, backups })
      if (backups.length === 0) return print(`There is no backup in ${folder}.`)
      for (const line of formatTable(backups.map(toCells))) print(line)
    })
}

function addNow(backup: Command): void {
  backup
    .command('now')
    .description('make a backup, also while the library is open elsewhere')
    .action(async (_options, command: Command) => {
      const made = await openOffline(command.optsWithGlobals<CommonOptions>()).make()
      print(`Backup ${made.id} of ${count(made.photos, 'photo')} made, ${megabytes(made.bytes)}.`)
    })
}

function addRestore(backup: Command): void {
  backup
    .command('restore')
    .description('put a backup in the place of the catalogue, which is kept aside')
    .argument('[date]', 'a day (2026-03-01), a time (2026-03-01T09:30) or an id: the newest backup up to then')
    .option('--to <file>', 'copy the backup into a file and leave the library as it is')
    .option('--no-newer-edits', 'leave out what was rated, tagged or undone after the backup')
    .action(async (date: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<RestoreOptions>()
      const offline = openOffline(options)
      const { backups, folder } = await offline.list()
      const chosen = backupAt(backups, date, folder)
      if (options.to === undefined) await restore(offline, chosen, options)
      else await copyOut(offline, chosen, options.to)
    })
}

/** The next opening checks the library, and applies again what the person did after the backup. */
async function restore(offline: OfflineBackups, { id, at, photos }: Backup, options: RestoreOptions): Promise<void> {
  await offline.restore({ id, withNewerEdits: options.newerEdits }, 'lumafold backup restore')
  await withLibrary({ options, owner: 'lumafold backup restore' }, async ({ recovered }) => {
    print(`The backup of ${at} (${count(photos, 'photo')}) is restored; the catalogue from before is kept aside.`)
    if (recovered === null) return
    print(
      `${count(recovered.edits, 'newer edit')} of the journal ${recovered.edits === 1 ? 'was' : 'were'} done again.`,
    )
    for (const problem of recovered.problems) print(inEnglish(problem))
  })
}

async function copyOut(offline: OfflineBackups, { id, at }: Backup, to: string): Promise<void> {
  const given = toPath(to)
  const isFolder = await stat(given).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(given, `${id}.db`) : given
  await copyFile(offline.fileOf(id), file)
  print(`The backup of ${at} is copied to ${file}.`)
}

function addFolder(backup: Command): void {
  backup
    .command('folder')
    .description("say where backups lie, or choose a folder, best on another disk; 'own' is the library's own")
    .argument('[dir]', 'folder for backups from now on')
    .action(async (dir: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      if (dir === undefined) return print((await openOffline(options).list()).folder)
      const path = dir === 'own' ? null : toPath(dir)
      if (path === placesOf(options).libraryDir)
        throw new AppError('bad-params', 'Choose a folder of its own for backups.')
      await withLibrary({ options, owner: 'lumafold backup' }, async (library) => {
        const { folder } = await library.hostCalls.setBackupFolder({ path })
        print(`Backups go to ${folder} from now on. Earlier ones stay where they are.`)
      })
    })
}

const toCells = ({ id, at, reason, note, photos, bytes }: Backup): string[] => [
  id,
  at,
  count(photos, 'photo'),
  megabytes(bytes),
  note === null ? reason : `${reason} ${inEnglish(note)}`,
]

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/

/**
 * The requested backup: by its id, the newest one up to the end of a day or up to a time in this machine's time zone,
 * or simply the newest. Throws `backup-not-found`, or `bad-params` for an invalid date.
 */
function backupAt(backups: readonly Backup[], asked: string | undefined, folder: string): Backup {
  const newestFirst = backups.toSorted((a, b) => b.at.localeCompare(a.at))
  const found =
    asked === undefined
      ? newestFirst[0]
      : (backups.find(({ id }) => id === asked) ?? newestFirst.find(({ at }) => Date.parse(at) <= endOf(asked)))
  if (found !== undefined) return found
  const until = asked === undefined ? '' : ` from ${asked} or before`
  throw new AppError('backup-not-found', `There is no backup${until} in ${folder}. "lumafold backup list" shows them.`)
}

function endOf(asked: string): number {
  const isDay = asked.length === 10
  const ms = DATE.test(asked) ? Date.parse(isDay ? `${asked}T23:59:59.999` : asked) : Number.NaN
  if (!Number.isNaN(ms)) return isDay ? ms : ms + 999
  throw new AppError('bad-params', `"${asked}" is no date such as 2026-03-01 or 2026-03-01T09:30, and no backup's id.`)
}

/** The backups of a library that is not open and may not be openable. */
function openOffline(options: CommonOptions): OfflineBackups {
  const { libraryDir, logsDir } = placesOf(options)
  return new OfflineBackups(libraryDir, openLogFile(logsDir))
}
