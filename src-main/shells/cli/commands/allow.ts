import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { openAllowedFolders } from '../../browser/allowed-folders.ts'
import { placesOf } from '../library/places-of.ts'
import { toPath } from '../arguments/to-path.ts'
import { print, printJson } from '../output/output.ts'

type AllowOptions = { remove?: boolean; json?: boolean }

/** `lumafold allow [DIR] [--remove]` */
export function allowCommand(program: Command): void {
  program
    .command('allow')
    .description(
      'folders that windows in a browser may use besides the home folder, and that links may lead into; listed without DIR',
    )
    .argument('[dir]', 'folder to allow with all below it, also while a window waits for that')
    .option('--remove', 'take it back')
    .option('--json', 'print the list as JSON (see JSON.md)')
    .action(async (dir: string | undefined, options: AllowOptions) => {
      const allowed = await openAllowedFolders([], placesOf().allowedFoldersFile)
      if (dir === undefined) return printList(await allowed.list(), options)
      const path = toPath(dir)
      if (options.remove) return remove(path, await allowed.remove(path))
      print(`Windows in a browser may use ${await allowed.allow(path)} and all below it.`)
    })
}

function printList(folders: readonly { path: string; isThere: boolean }[], { json }: AllowOptions): void {
  if (json) return printJson(folders.map(({ path, isThere }) => ({ path, is_there: isThere })))
  if (folders.length === 0) return print('No folder is allowed besides those that "lumafold serve" is started with.')
  for (const { path, isThere } of folders) print(isThere ? path : `${path} (not there)`)
}

function remove(path: string, wasKept: boolean): void {
  if (!wasKept) throw new AppError('folder-not-found', `${path} is not among the folders that "lumafold allow" lists.`)
  print(`Windows in a browser may not use ${path} any more.`)
}
