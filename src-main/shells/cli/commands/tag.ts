import type { Command } from 'commander'
import { collect } from '../arguments/arguments.ts'
import { findPhotos } from '../library/find-photos.ts'
import { count, print } from '../output/output.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

/** `lumafold tag PATH... --add NAME --remove NAME` */
export function tagCommand(program: Command): void {
  program
    .command('tag')
    .description('add and remove tags of photos')
    .argument('<path...>', 'files of the photos')
    .option('--add <name>', 'tag to add (may be repeated)', collect, [])
    .option('--remove <name>', 'tag to take off, whoever gave it (may be repeated)', collect, [])
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { add: string[]; remove: string[] }>()
      if (options.add.length + options.remove.length === 0)
        command.error('error: name at least one tag with --add or --remove')
      await withLibrary({ options, owner: 'lumafold tag' }, async (library) => {
        const ids = await findPhotos(library, paths)
        for (const name of options.add) await library.calls.photos.addTag({ ids, name })
        for (const name of options.remove) await library.calls.photos.removeTag({ ids, name })
        await library.calls.metadata.write()
        print(`${count(ids.length, 'photo')} changed`)
      })
    })
}
