import type { Command } from 'commander'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type PickOptions = CommonOptions & { reject?: boolean; none?: boolean }

/** `lumafold pick PATH... [--reject | --none]` */
export function pickCommand(program: Command): void {
  program
    .command('pick')
    .description('pick photos, or reject them')
    .argument('<path...>', 'files of the photos')
    .option('--reject', 'reject them')
    .option('--none', 'neither pick nor reject them')
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<PickOptions>()
      if (options.reject && options.none) command.error('error: choose one of --reject and --none')
      await withLibrary({ options, owner: 'lumafold pick' }, async (library) => {
        const ids = await findPhotos(library, paths)
        const { sentence } = await library.calls.photos.setPick({ ids, pick: flagOf(options) })
        await library.calls.metadata.write()
        print(sentence)
      })
    })
}

function flagOf({ reject, none }: PickOptions) {
  if (none) return 0
  return reject ? -1 : 1
}
