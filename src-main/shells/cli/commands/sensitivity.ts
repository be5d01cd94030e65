import type { Command } from 'commander'
import type { SensitivityJudgement } from '../../../contract/library/photo.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type SensitivityOptions = CommonOptions & { fine?: boolean; sensitive?: boolean; asFound?: boolean }

/** `lumafold sensitivity PATH... --fine | --sensitive | --as-found` */
export function sensitivityCommand(program: Command): void {
  program
    .command('sensitivity')
    .description('say that photos are fine or sensitive, whatever the analysis found')
    .argument('<path...>', 'files of the photos')
    .option('--fine', 'they are not sensitive')
    .option('--sensitive', 'they are blurred or hidden')
    .option('--as-found', 'leave it to the analysis again')
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<SensitivityOptions>()
      const judgement = judgementOf(options, command)
      await withLibrary({ options, owner: 'lumafold sensitivity' }, async (library) => {
        const ids = await findPhotos(library, paths)
        print((await library.calls.photos.setSensitivity({ ids, judgement })).sentence)
      })
    })
}

function judgementOf({ fine, sensitive, asFound }: SensitivityOptions, command: Command): SensitivityJudgement | null {
  if ([fine, sensitive, asFound].filter(Boolean).length !== 1)
    command.error('error: choose one of --fine, --sensitive and --as-found')
  if (asFound) return null
  return fine ? 'fine' : 'sensitive'
}
