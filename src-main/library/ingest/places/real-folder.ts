import { say } from '../../../contract/sentences/say.ts'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { listedPath } from './listed-name.ts'

/** The folder's real path: links resolved, names as listed. Throws `not-a-folder`. */
export async function realFolder(folder: string): Promise<string> {
  const full = await realpath(path.resolve(folder)).catch((cause: unknown) => {
    throw new AppError('not-a-folder', say('errors.folderAbsent', { path: path.resolve(folder) }), { cause })
  })
  if (!(await stat(full)).isDirectory()) throw new AppError('not-a-folder', say('errors.isFile', { path: full }))
  return listedPath(full)
}
