import { realpath } from 'node:fs/promises'
import path from 'node:path'

/** Whether a path ends in folders that the library may read, once all links on its way are followed. */
export type MayFollow = (place: string) => Promise<boolean>

/**
 * A link can lead anywhere, and may come from somebody else's archive: it is followed only into these folders, at their
 * present places. Broken links are not followed.
 */
export async function followWithin(folders: readonly string[]): Promise<MayFollow> {
  const reals = (await Promise.all(folders.map(realOf))).filter((real) => real !== null)
  return async (place) => {
    const real = await realOf(place)
    return real !== null && reals.some((folder) => isWithin(folder, real))
  }
}

const realOf = (place: string): Promise<string | null> => realpath(place).catch(() => null)

/** The root of a disk ends with a separator already. */
const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
