import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, note, print, tell } from '../output/output.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type Options = CommonOptions & { dryRun?: boolean }

/** `lumafold trash PATH... [--dry-run]` */
export function trashCommand(program: Command): void {
  program
    .command('trash')
    .description('move photos with all their files to the trash of the system')
    .argument('<path...>', 'files of the photos')
    .option('--dry-run', 'only list the files')
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      await withLibrary({ options, owner: 'lumafold trash' }, async (library) => {
        const plan = await library.calls.files.planTrash({ ids: await findPhotos(library, paths) })
        for (const { path, reason } of plan.refused) tell(`${path} stays: ${inEnglish(reason)}`)
        if (options.dryRun === true) {
          for (const { path, bytes } of plan.files) print(`${path} (${bytes.toLocaleString('en')} bytes)`)
          return note('Nothing was moved.')
        }
        const { photoCount, fileCount, failures, change } = await library.calls.files.trash({ planId: plan.planId })
        for (const { path, reason } of failures) tell(`${path} stays: ${inEnglish(reason)}`)
        print(`${count(photoCount, 'photo')} with ${count(fileCount, 'file')} moved to the trash`)
        if (plan.advice !== null) tell(inEnglish(plan.advice))
        else if (change?.changeId) print(`"lumafold undo --id ${change.changeId}" puts them back`)
        endWith(exitAfter({ done: photoCount, failed: plan.refused.length + failures.length }))
      })
    })
}
