import type { Command } from 'commander'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type PrivateOptions = CommonOptions & { off?: boolean }

/** `lumafold private PATH... [--off]` */
export function privateCommand(program: Command): void {
  program
    .command('private')
    .description('mark photos as private: the lock and client mode hide them')
    .argument('<path...>', 'files of the photos')
    .option('--off', 'take the mark away')
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<PrivateOptions>()
      await withLibrary({ options, owner: 'lumafold private' }, async (library) => {
        const ids = await findPhotos(library, paths)
        print((await library.calls.photos.setPrivate({ ids, isPrivate: !options.off })).sentence)
      })
    })
}
