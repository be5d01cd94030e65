import type { Command } from 'commander'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type LabelOptions = CommonOptions & { as?: string; none?: boolean }

/** `lumafold label PATH... --as NAME | --none` */
export function labelCommand(program: Command): void {
  program
    .command('label')
    .description('give photos a label, such as Red, or take it off')
    .argument('<path...>', 'files of the photos')
    .option('--as <name>', 'the label')
    .option('--none', 'take the label off')
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<LabelOptions>()
      if ((options.as === undefined) !== Boolean(options.none))
        command.error('error: name a label with --as, or --none')
      await withLibrary({ options, owner: 'lumafold label' }, async (library) => {
        const ids = await findPhotos(library, paths)
        const { sentence } = await library.calls.photos.setLabel({ ids, label: options.as ?? '' })
        await library.calls.metadata.write()
        print(sentence)
      })
    })
}
