import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { Core } from '../../../core/core.ts'
import { toPath } from '../arguments/to-path.ts'
import { withCore, type CommonOptions } from '../library/with-core.ts'
import { count, print } from '../output/output.ts'

/** `lumafold locate OLD NEW` */
export function locateCommand(program: Command): void {
  program
    .command('locate')
    .description('say where a watched folder is now; its photos keep all that is known of them')
    .argument('<old>', 'the watched folder as the library knows it')
    .argument('<new>', 'the folder its photos are in now')
    .action(async (before: string, now: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withCore({ options, owner: 'lumafold locate' }, (core) => locate(core, before, now))
    })
}

async function locate(core: Core, before: string, now: string): Promise<void> {
  const watched = (await core.library.folders.list()).filter(({ parentId }) => parentId === null)
  const old = toPath(before)
  const folder = watched.find((each) => each.path === old)
  if (folder === undefined)
    throw new AppError(
      'folder-not-found',
      `${old} is not a watched folder. Watched are: ${watched.map((each) => each.path).join(', ')}.`,
    )
  await core.library.analysis.pause()
  const { id } = await core.hostCalls.locateFolder({ id: folder.id, path: toPath(now) })
  await core.hostCalls.waitUntilIdle()
  const located = (await core.library.folders.list()).find((each) => each.id === id)
  print(`${located?.path}: ${count(located?.photoCount ?? 0, 'photo')} found`)
}
