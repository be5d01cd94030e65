import { realpathSync } from 'node:fs'
import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { OpenLibrary, VerifyReport } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { count, print, printJson } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { createProgress } from '../output/progress.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

/** `lumafold verify [FOLDER] [--json]` */
export function verifyCommand(program: Command): void {
  program
    .command('verify')
    .description('read every file again and compare its picture with what was recorded when it was first analysed')
    .argument('[folder]', 'only files of this folder and those below it')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (folder: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      const report = await withLibrary({ options, owner: 'lumafold verify' }, (library) => verify(library, folder))
      if (options.json) printJson(toVerifyJson(report))
      else tellReport(report)
      if (!isWell(report)) endWith(exits.failed)
    })
}

async function verify(library: OpenLibrary, folder: string | undefined): Promise<VerifyReport> {
  const folderId = folder === undefined ? undefined : await findFolder(library, folder)
  const progress = createProgress('file')
  const report = await library.verify({ folderId, onProgress: (done, total) => progress.show(done, total, 'compared') })
  progress.end()
  return report
}

/** The id of a folder in the library; throws `folder-not-found`. */
async function findFolder(library: OpenLibrary, folder: string): Promise<number> {
  const asked = toPath(folder)
  const places = new Set([asked, followLinks(asked)])
  const found = (await library.calls.folders.list()).find(({ path }) => places.has(path))
  if (found === undefined)
    throw new AppError('folder-not-found', `${folder} is no folder of the library with photos in it.`)
  return found.id
}

function followLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const isWell = ({ changed, unreadable, missing }: VerifyReport): boolean =>
  changed.length + unreadable.length + missing.length === 0

const toVerifyJson = (report: VerifyReport) => ({
  ok: isWell(report),
  equal: report.equal,
  metadata_changed: report.metadataChanged,
  not_recorded: report.notRecorded,
  away: report.away,
  changed: report.changed.map(toProblemJson),
  unreadable: report.unreadable.map(toProblemJson),
  missing: report.missing,
})

const toProblemJson = ({ path, reason }: VerifyReport['changed'][number]) => ({ path, reason: inEnglish(reason) })

function tellReport(report: VerifyReport): void {
  for (const { path, reason } of report.changed) print(`CHANGED     ${path}: ${inEnglish(reason)}`)
  for (const { path, reason } of report.unreadable) print(`UNREADABLE  ${path}: ${inEnglish(reason)}`)
  for (const path of report.missing) print(`MISSING     ${path}`)
  const parts = [
    `${count(report.equal, 'file')} as recorded`,
    ...(report.metadataChanged > 0 ? [`${report.metadataChanged} with new metadata around the same picture`] : []),
    ...(report.notRecorded > 0 ? [`${report.notRecorded} not recorded yet`] : []),
    ...(report.away > 0 ? [`${report.away} in folders that cannot be reached`] : []),
    `${report.changed.length} changed`,
    `${report.unreadable.length} unreadable`,
    `${report.missing.length} missing`,
  ]
  print(`${parts.join(', ')}.`)
}
