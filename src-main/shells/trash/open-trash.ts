import { lstat } from 'node:fs/promises'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { Trash } from '../../core/host/trash.ts'
import { putBackFromTrash } from './put-back.ts'

type Move = (path: string) => Promise<unknown>

/** Said where the system tells no program what is in its trash. */
const byHand: Readonly<Record<string, string>> = {
  darwin: 'Open the Trash in the Finder, select the files, and choose File > Put Back.',
  win32: 'Open the Recycle Bin, select the files, and choose Restore the selected items.',
}

/**
 * The trash of this system. On Linux that is the one of freedesktop.org, from which files can be put back; `move` is
 * used on other systems, where it is given.
 */
export function openTrash(move?: Move, platform: NodeJS.Platform = process.platform): Trash {
  const advice = byHand[platform] ?? ''
  const put = advice !== '' && move !== undefined ? move : moveToTrash
  return {
    advice,
    put: async (path) => {
      await put(path).catch((error: unknown) => refuse(path, messageOf(error), error))
      if (await isThere(path)) refuse(path, 'The system left it where it is.')
    },
    putBack: (files) =>
      advice === ''
        ? putBackFromTrash(files)
        : Promise.resolve(files.map(({ path }) => ({ path, outcome: 'by-hand', reason: advice }))),
  }
}

/** Names are taken as they are: `[1]` is no pattern. */
async function moveToTrash(path: string): Promise<void> {
  const { default: trash } = await import('trash') // it takes a while to load, which all other commands are spared
  await trash(path, { glob: false })
}

function refuse(path: string, reason: string, cause?: unknown): never {
  throw new AppError('file-unreadable', `${path} could not be moved to the trash: ${reason}`, { cause })
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
