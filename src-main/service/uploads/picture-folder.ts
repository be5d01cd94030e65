import { mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomText } from '../ids/random-text.ts'
import type { HeldPicture } from '../ports/ports.ts'
import { createDiskGuard } from './disk-guard.ts'
import { receivePicture, type ReceivedPicture, type ReceiveLimits } from './receive-picture.ts'

/** Files of pictures: `kept/` for those with an id, `passing/` for those being received or needed for one request. */
export type PictureFolder = {
  /** Receives a picture for one request; it is deleted when let go. Throws as `receivePicture` does. */
  receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture>
  /** Receives a picture to stay under a name; it appears whole or not at all, and is on the disk when this resolves. */
  keep(body: Readable, limits: ReceiveLimits, name: string): Promise<ReceivedPicture & { file: string }>
  pathOf(file: string): string
  /** Holds a kept file; it stays until the last holder has let go, whatever is deleted meanwhile. */
  hold(file: string): () => Promise<void>
  /** Deletes a kept file, at once or when its last holder has let go. */
  remove(file: string): Promise<void>
}

/**
 * Opens the folder, without the pictures that an earlier process was in the middle of and without kept files that
 * `isKnown` does not know.
 */
export async function openPictureFolder(
  folder: string,
  isKnown: (file: string) => boolean,
  leastFreeBytes?: number,
): Promise<PictureFolder> {
  const kept = join(folder, 'kept')
  const passing = join(folder, 'passing')
  await rm(passing, { recursive: true, force: true })
  for (const each of [kept, passing]) await mkdir(each, { recursive: true })
  for (const file of await readdir(kept))
    if (!isKnown(file)) await rm(join(kept, file), { recursive: true, force: true })
  const guard = createDiskGuard(leastFreeBytes)
  const holders = createHolders((file) => discard(join(kept, file)))
  const receiveAt = async (body: Readable, limits: ReceiveLimits) => {
    const path = join(passing, randomText(32))
    return { path, ...(await receivePicture(path, body, limits, guard)) }
  }
  return {
    async receive(body, limits) {
      const { path, pictureId, extension } = await receiveAt(body, limits)
      const named = extension === '' ? path : `${path}${extension}`
      if (named !== path) await rename(path, named)
      return { path: named, pictureId, release: once(() => discard(named)) }
    },
    async keep(body, limits, name) {
      const { path, ...received } = await receiveAt(body, { ...limits, isLasting: true })
      const file = `${name}${received.extension}`
      await rename(path, join(kept, file))
      await flushFolder(kept)
      return { ...received, file }
    },
    pathOf: (file) => join(kept, file),
    hold: holders.hold,
    remove: holders.remove,
  }
}

/** Makes the names in a folder outlast a power cut. Windows cannot open folders, and keeps names by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Deletes one file, which may be gone already; a plain unlink costs half of what `rm` does. */
async function discard(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Counts who holds a file; `discard` deletes it when nobody does. */
function createHolders(discard: (file: string) => Promise<void>) {
  const held = new Map<string, { count: number; isDoomed: boolean }>()
  const letGo = async (file: string, state: { count: number; isDoomed: boolean }) => {
    state.count -= 1
    if (state.count > 0) return
    held.delete(file)
    if (state.isDoomed) await discard(file)
  }
  return {
    hold(file: string): () => Promise<void> {
      const state = held.get(file) ?? { count: 0, isDoomed: false }
      held.set(file, state)
      state.count += 1
      return once(() => letGo(file, state))
    },
    async remove(file: string): Promise<void> {
      const state = held.get(file)
      if (state) state.isDoomed = true
      else await discard(file)
    },
  }
}

/** Letting go twice is letting go once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
