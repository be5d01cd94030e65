import { Option, type Command } from 'commander'
import { parseWhole } from '../arguments/arguments.ts'
import { findPhoto } from '../library/find-photos.ts'
import { print, printJson } from '../output/output.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

type SimilarOptions = CommonOptions & { by: 'content' | 'colors'; limit: number; json?: boolean }

/** `lumafold similar PATH [--by content|colors] [--limit N] [--json]` */
export function similarCommand(program: Command): void {
  program
    .command('similar')
    .description('list photos like one, most alike first')
    .argument('<path>', 'file of the photo to compare with')
    .addOption(new Option('--by <what>', 'what to compare').choices(['content', 'colors']).default('content'))
    .option('--limit <n>', 'at most so many', parseWhole(1, 1000), 20)
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<SimilarOptions>()
      await withLibrary({ options, owner: 'lumafold similar' }, async (library) => {
        const photoId = await findPhoto(library, path)
        const { images } = await library.calls.similar.find({
          to: { photoIds: [photoId] },
          by: options.by,
          limit: options.limit,
        })
        const found = []
        for (const { id, distance } of images)
          found.push({ path: await library.hostCalls.locatePhoto({ id }), distance })
        if (options.json)
          printJson({ path: await library.hostCalls.locatePhoto({ id: photoId }), by: options.by, images: found })
        else for (const image of found) print(`${image.distance.toFixed(3)}  ${image.path}`)
      })
    })
}
