import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { withCore, type CommonOptions } from '../library/with-core.ts'
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
      await withCore({ options, owner: 'lumafold locate' }, (core) => locate(core, toPath(before), toPath(now)))
    })
}

async function locate(core: OpenLibrary, before: string, now: string): Promise<void> {
  await core.library.analysis.pause()
  const folder = await core.hostCalls.findFolder({ path: before })
  if (folder !== null) return locateFolder(core, folder, now)
  const photo = await core.hostCalls.findPhoto({ path: before })
  if (photo === null) throw await unknownPlace(core, before)
  const { sentence } = await core.hostCalls.setPhotoFile({ id: photo, path: now })
  print(sentence)
}

async function unknownPlace(core: OpenLibrary, place: string): Promise<AppError> {
  const watched = (await core.library.folders.list()).filter(({ parentId }) => parentId === null)
  const known = watched.map(({ path }) => path).join(', ')
  return new AppError(
    'folder-not-found',
    `The library knows no folder and no photo at ${place}. Watched are: ${known}.`,
  )
}

async function locateFolder(core: OpenLibrary, folder: number, now: string): Promise<void> {
  const { id } = await core.hostCalls.locateFolder({ id: folder, path: now })
  await core.hostCalls.waitUntilIdle()
  const located = (await core.library.folders.list()).find((each) => each.id === id)
  print(`${located?.path}: ${count(located?.photoCount ?? 0, 'photo')} found`)
}
