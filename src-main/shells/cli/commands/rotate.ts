import { InvalidArgumentError, type Command } from 'commander'
import { RotateTurn } from '../../../contract/library/rotate-turn.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

/** `lumafold rotate PATH... left|right|half|as-file` */
export function rotateCommand(program: Command): void {
  program
    .command('rotate')
    .description('turn photos a quarter to the left or right, half round, or as their files say; no file is changed')
    .usage('[options] <path...> <left|right|half|as-file>')
    .argument('<path...>', 'files of the photos, and how they are turned after them')
    .action(async (given: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      const { paths, turn } = split(given, command)
      await withLibrary({ options, owner: 'lumafold rotate' }, async (library) => {
        const ids = await findPhotos(library, paths)
        const { sentence } = await library.calls.photos.rotate({ ids, turn })
        await library.calls.metadata.write()
        print(sentence)
      })
    })
}

function split(given: string[], command: Command): { paths: string[]; turn: RotateTurn } {
  const paths = given.slice(0, -1)
  const turn = RotateTurn.safeParse(given.at(-1))
  try {
    if (!turn.success) throw new InvalidArgumentError(`Choose one of ${RotateTurn.options.join(', ')}.`)
    if (paths.length === 0) throw new InvalidArgumentError('Name at least one photo before it.')
    return { paths, turn: turn.data }
  } catch (error) {
    return command.error(`error: how photos are turned comes last. ${(error as Error).message}`)
  }
}
