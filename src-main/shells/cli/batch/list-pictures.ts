import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { walk } from '../../../core/ingest/walk.ts'
import { AppError } from '../../../contract/errors.ts'

/** A picture's file; another version tells that its bytes are others. */
export type ListedPicture = { path: string; version: string }

/** What was met besides pictures: folders and files that could not be looked at. */
export type OnUnreadable = (path: string) => void

/** The photo files below folders, and files that are named themselves, as they are found; nothing is held. */
export async function* listPictures(
  places: readonly string[],
  onUnreadable: OnUnreadable,
): AsyncGenerator<ListedPicture, void, void> {
  for (const place of places) {
    const facts = await factsOf(place)
    if (facts.isFile()) yield { path: place, version: `${facts.size} ${facts.mtimeMs}` }
    else yield* listFolder(place, onUnreadable)
  }
}

async function* listFolder(folder: string, onUnreadable: OnUnreadable): AsyncGenerator<ListedPicture, void, void> {
  for await (const { files, unreadable, unusable } of walk(folder)) {
    for (const name of [...unreadable, ...unusable]) onUnreadable(join(folder, name))
    for (const { folder: inner, name, bytes, modifiedMs } of files)
      yield { path: join(folder, inner, name), version: `${bytes} ${modifiedMs}` }
  }
}

async function factsOf(place: string) {
  try {
    return await stat(place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AppError('not-a-folder', `${basename(place)} in ${dirname(place)} cannot be read (${code}).`, {
      cause: error,
    })
  }
}
