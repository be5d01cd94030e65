import type { Command } from 'commander'
import { collect } from '../arguments/arguments.ts'
import { findPhotos } from '../library/find-photos.ts'
import { count, print } from '../output/output.ts'
import { withCore, type CommonOptions } from '../library/with-core.ts'

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
      await withCore({ options, owner: 'lumafold tag' }, async (core) => {
        const ids = await findPhotos(core, paths)
        for (const name of options.add) await core.library.photos.addTag({ ids, name })
        for (const name of options.remove) await core.library.photos.removeTag({ ids, name })
        await core.library.metadata.write()
        print(`${count(ids.length, 'photo')} changed`)
      })
    })
}
