import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { listedPath } from './listed-name.ts'

/** The folder's real path: links resolved, names as they are listed. Throws `not-a-folder`. */
export async function realFolder(folder: string): Promise<string> {
  const full = await realpath(path.resolve(folder)).catch((cause: unknown) => {
    throw new AppError('not-a-folder', `${path.resolve(folder)} does not exist; check its spelling.`, { cause })
  })
  if (!(await stat(full)).isDirectory())
    throw new AppError('not-a-folder', `${full} is a file, not a folder; add the folder it lies in.`)
  return listedPath(full)
}
