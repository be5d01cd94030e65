import { type Command, Option } from 'commander'
import { exportFormats, type LibraryExportRequest } from '../../../contract/library/travel.ts'
import { toPath } from '../arguments/to-path.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, print } from '../output/output.ts'
import { tellLosses } from '../output/tell-losses.ts'

type ExportLibraryOptions = CommonOptions & { format: LibraryExportRequest['format'] }

/** `lumafold export-library FOLDER --format xmp|csv|json` */
export function exportLibraryCommand(program: Command): void {
  program
    .command('export-library')
    .description('write what is known of all photos into a folder: sidecars, a table, or JSON (see JSON.md)')
    .argument('<folder>', 'it is made where it is not there; photos are not copied')
    .addOption(
      new Option('--format <format>', 'a tree of XMP sidecars, a table, or everything as JSON')
        .choices(exportFormats)
        .makeOptionMandatory(),
    )
    .action(async (folder: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ExportLibraryOptions>()
      const { path, photos, notCarriedOver } = await withLibrary(
        { options, owner: 'lumafold export-library' },
        (library) => library.hostCalls.exportLibrary({ path: toPath(folder), format: options.format }),
      )
      print(
        options.format === 'xmp' ? `${count(photos, 'sidecar')} in ${path}` : `${count(photos, 'photo')} in ${path}`,
      )
      tellLosses(notCarriedOver)
    })
}
