import { realpathSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'

/** The photo of a file in the library; throws `photo-not-found` with what to do. */
export async function findPhoto(library: OpenLibrary, path: string): Promise<number> {
  const asked = toPath(path)
  for (const place of new Set([asked, followLinks(asked)])) {
    const id = await library.hostCalls.findPhoto({ path: place })
    if (id !== null) return id
  }
  throw new AppError('photo-not-found', `${path} is not in the library: add its folder with "lumafold add".`)
}

/** The photos of several files; throws if one of them is unknown. */
export async function findPhotos(library: OpenLibrary, paths: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const path of paths) ids.push(await findPhoto(library, path))
  return ids
}

function followLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // a missing file may still be in the library under this exact path
  }
}
