import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { followWithin, type MayFollow } from '../../../library/ingest/places/followed-links.ts'
import { walk } from '../../../library/ingest/walk.ts'
import { AppError } from '../../../contract/errors.ts'

/** A picture's file; another version means other bytes. */
export type ListedPicture = { path: string; version: string }

/** Called with a sentence for everything that could not be read, and for links that lead out of the named places. */
export type OnMissed = (sentence: string) => void

/** The photo files below folders, and files that are named themselves, as they are found; nothing is kept in memory. */
export async function* listPictures(
  places: readonly string[],
  onMissed: OnMissed,
): AsyncGenerator<ListedPicture, void, void> {
  const mayFollow = await followWithin(places)
  for (const place of places) {
    const stats = await statsOf(place)
    if (stats.isFile()) yield { path: place, version: `${stats.size} ${stats.mtimeMs}` }
    else yield* listFolder(place, mayFollow, onMissed)
  }
}

async function* listFolder(
  folder: string,
  mayFollow: MayFollow,
  onMissed: OnMissed,
): AsyncGenerator<ListedPicture, void, void> {
  for await (const { files, unreadable, unusable, outside } of walk(folder, { mayFollow })) {
    for (const name of [...unreadable, ...unusable]) onMissed(`${join(folder, name)} cannot be read.`)
    for (const name of outside) onMissed(`${join(folder, name)} leads out of the folders that were named.`)
    for (const { folder: inner, name, bytes, modifiedMs } of files)
      yield { path: join(folder, inner, name), version: `${bytes} ${modifiedMs}` }
  }
}

async function statsOf(place: string) {
  try {
    return await stat(place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AppError('not-a-folder', `${basename(place)} in ${dirname(place)} cannot be read (${code}).`, {
      cause: error,
    })
  }
}
