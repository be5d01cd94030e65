import { Option, type Command } from 'commander'
import { type FoundPhoto, MAX_SIMILAR } from '../../../contract/library/similar.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { findPhoto } from '../library/find-photos.ts'
import { addRowOptions, note, print, printJson, printRows, type RowOptions } from '../output/output.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type SimilarOptions = CommonOptions & RowOptions & { by: 'content' | 'colors'; limit: number }

/** `lumafold similar PATH [--by content|colors] [--limit N] [--json | --jsonl]` */
export function similarCommand(program: Command): void {
  const command = program
    .command('similar')
    .description('list photos like one, most alike first')
    .argument('<path>', 'file of the photo to compare with')
    .addOption(new Option('--by <what>', 'what to compare').choices(['content', 'colors']).default('content'))
    .option('--limit <n>', 'maximum number', parseWhole(1, MAX_SIMILAR), 20)
  addRowOptions(command).action(async (path: string, _options, self: Command) => {
    const options = self.optsWithGlobals<SimilarOptions>()
    await withLibrary({ options, owner: 'lumafold similar' }, async (library) => {
      const photoId = await findPhoto(library, path)
      const { by, limit } = options
      const { images } = await library.calls.similar.find({ to: { photoIds: [photoId] }, by, limit })
      const found = withPaths(library, images)
      if (options.jsonl) await printRows(found, options)
      else if (options.json) {
        const listed: unknown[] = []
        for await (const image of found) listed.push(image)
        printJson({ path: await library.hostCalls.locatePhoto({ id: photoId }), by, images: listed })
      } else for await (const image of found) print(`${image.distance.toFixed(3)}  ${image.path}`)
      if (images.length > 0) return
      note('No other photo can be compared yet.')
      endWith(exits.nothingFound)
    })
  })
}

async function* withPaths(library: OpenLibrary, images: readonly FoundPhoto[]) {
  for (const { id, distance } of images) yield { path: await library.hostCalls.locatePhoto({ id }), distance }
}
