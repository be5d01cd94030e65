import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, print } from '../output/output.ts'

/** `lumafold locate OLD NEW` */
export function locateCommand(program: Command): void {
  program
    .command('locate')
    .description('say where a folder, or the file of a missing photo, is now; all that is known of photos is kept')
    .argument('<old>', 'the folder or file as the library knows it')
    .argument('<new>', 'where it is now')
    .action(async (before: string, now: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withLibrary({ options, owner: 'lumafold locate' }, (library) =>
        locate(library, toPath(before), toPath(now)),
      )
    })
}

async function locate(library: OpenLibrary, before: string, now: string): Promise<void> {
  await library.calls.analysis.pause()
  const folder = await library.hostCalls.findFolder({ path: before })
  if (folder !== null) return locateFolder(library, folder, now)
  const photo = await library.hostCalls.findPhoto({ path: before })
  if (photo === null) throw await unknownPlace(library, before)
  const { sentence } = await library.hostCalls.setPhotoFile({ id: photo, path: now })
  print(sentence)
}

async function unknownPlace(library: OpenLibrary, place: string): Promise<AppError> {
  const watched = (await library.calls.folders.list()).filter(({ parentId }) => parentId === null)
  const known = watched.map(({ path }) => path).join(', ')
  return new AppError(
    'folder-not-found',
    `The library knows no folder and no photo at ${place}. Watched are: ${known}.`,
  )
}

async function locateFolder(library: OpenLibrary, folder: number, now: string): Promise<void> {
  const { id } = await library.hostCalls.locateFolder({ id: folder, path: now })
  await library.hostCalls.waitUntilIdle()
  const located = (await library.calls.folders.list()).find((each) => each.id === id)
  print(`${located?.path}: ${count(located?.photoCount ?? 0, 'photo')} found`)
}
