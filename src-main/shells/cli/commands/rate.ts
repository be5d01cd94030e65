import { InvalidArgumentError, type Command } from 'commander'
import { parseWhole } from '../arguments/arguments.ts'
import { findPhotos } from '../library/find-photos.ts'
import { count, print } from '../output/output.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

/** `lumafold rate PATH... N` */
export function rateCommand(program: Command): void {
  program
    .command('rate')
    .description('rate photos from 1 to 5 stars; 0 takes the rating away')
    .usage('[options] <path...> <n>')
    .argument('<path...>', 'files of the photos, and the rating after them')
    .action(async (given: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      const { paths, rating } = split(given, command)
      await withLibrary({ options, owner: 'lumafold rate' }, async (library) => {
        const ids = await findPhotos(library, paths)
        await library.calls.photos.rate({ ids, rating })
        await library.calls.metadata.write()
        print(`${count(ids.length, 'photo')} rated ${rating}`)
      })
    })
}

function split(given: string[], command: Command): { paths: string[]; rating: number } {
  const paths = given.slice(0, -1)
  try {
    if (paths.length === 0) throw new InvalidArgumentError('Name at least one photo before the rating.')
    return { paths, rating: parseWhole(0, 5)(given.at(-1) ?? '') }
  } catch (error) {
    return command.error(`error: the rating comes last. ${(error as Error).message}`)
  }
}
