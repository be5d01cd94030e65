import { realpath } from 'node:fs/promises'
import path from 'node:path'

/** Whether a path leads into folders that the library may look into, once all links on its way are followed. */
export type MayFollow = (place: string) => Promise<boolean>

/**
 * A link can lead anywhere, and may have come with an archive of somebody else: it is followed only into these folders,
 * as they lie now. What leads nowhere is not followed.
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
