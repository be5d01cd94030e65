import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { describeCounts, type ImportReport } from '../../../contract/library/travel.ts'
import { toPath } from '../arguments/to-path.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, print, printJson } from '../output/output.ts'
import { tellLosses } from '../output/tell-losses.ts'

type Moved = { from: string; to: string }
type ImportOptions = CommonOptions & {
  map: Moved[]
  dryRun?: boolean
  overwrite?: boolean
  albums?: boolean
  json?: boolean
}

/** `lumafold import-library PATH [--map OLD=NEW]... [--dry-run] [--overwrite] [--albums] [--json]` */
export function importLibraryCommand(program: Command): void {
  program
    .command('import-library')
    .description(
      'take over ratings, labels, texts and keywords from Lightroom, digiKam, Google Takeout, XMP sidecars, a table or JSON',
    )
    .argument(
      '<path>',
      'a .lrcat, digikam4.db, the folder of a Google Takeout, a folder of sidecars, a .csv, or the .json of export-library; it is only read',
    )
    .option(
      '--map <old=new>',
      'a folder of the other program lies elsewhere now; may be given several times',
      addMap,
      [],
    )
    .option('--dry-run', 'say what would be changed and change nothing')
    .option('--overwrite', 'also replace what was given in Lumafold')
    .option('--albums', "make albums of digiKam's albums, which are its folders")
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ImportOptions>()
      const report = await withLibrary({ options, owner: 'lumafold import-library' }, async (library) => {
        const imported = await library.hostCalls.importLibrary({
          path: toPath(path),
          moved: options.map,
          isDryRun: options.dryRun ?? false,
          overwrites: options.overwrite ?? false,
          withAlbums: options.albums ?? false,
        })
        if (imported.changeId !== null) await library.calls.metadata.write()
        return imported
      })
      if (options.json) printJson(toJson(report))
      else tellReport(report, options.dryRun ?? false)
    })
}

function addMap(text: string, before: Moved[]): Moved[] {
  const place = text.indexOf('=')
  if (place < 1 || place === text.length - 1) throw new InvalidArgumentError('Write it as OLD=NEW.')
  return [...before, { from: text.slice(0, place), to: toPath(text.slice(place + 1)) }]
}

const toJson = (report: ImportReport) => ({
  source: report.source,
  photos: report.photos,
  matched: report.matched,
  matched_by_likeness: report.matchedByLikeness,
  unmatched: report.unmatched,
  changed_photos: report.changedPhotos,
  changes: report.changes,
  differing: report.differing,
  not_carried_over: report.notCarriedOver,
  change_id: report.changeId,
})

/** Maximum number of photos named individually; the JSON has more. */
const NAMED = 20

function tellReport(report: ImportReport, isDryRun: boolean): void {
  const { title, photos, matched, matchedByLikeness, unmatched, unmatchedIn, changedPhotos, differing } = report
  const elsewhere = matchedByLikeness > 0 ? `, ${matchedByLikeness} of them at another place` : ''
  print(
    `${capitalised(inEnglish(title))} has ${count(photos, 'photo')}; ${matched} ${matched === 1 ? 'is' : 'are'} in the library${elsewhere}.`,
  )
  for (const { path, reason } of unmatched.slice(0, NAMED)) print(`  not found: ${path}: ${inEnglish(reason)}`)
  if (unmatched.length > NAMED) print(`  and ${unmatched.length - NAMED} more, which --json lists`)
  if (unmatchedIn !== null) print(`Where ${unmatchedIn} lies elsewhere now, say so: --map ${unmatchedIn}=NEW`)
  tellLosses(report.notCarriedOver, '; --json lists up to 1000')
  print(`${isDryRun ? 'It would change' : 'Changed'} ${count(changedPhotos, 'photo')}${listCounts(report.changes)}.`)
  const kept = Object.values(differing).reduce((sum, each) => sum + each, 0)
  if (kept > 0) print(`Given otherwise in Lumafold, and kept${listCounts(differing)}. --overwrite replaces it.`)
  if (report.changeId !== null) print(`"lumafold undo --id ${report.changeId}" takes it back.`)
}

function listCounts(counts: ImportReport['changes']): string {
  const parts = describeCounts(counts).map(inEnglish)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
