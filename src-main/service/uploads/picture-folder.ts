import { mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomText } from '../ids/random-text.ts'
import type { HeldPicture } from '../ports/ports.ts'
import { DiskGuard } from './disk-guard.ts'
import { FileHolders, once } from './file-holders.ts'
import type { ReceivedPicture } from './picture-writer.ts'
import { receivePicture, type ReceiveLimits } from './receive-picture.ts'

/** Files of pictures: `kept/` for those with an id, `passing/` for those being received or needed for one request. */
export class PictureFolder {
  readonly #kept: string
  readonly #passing: string
  readonly #guard: DiskGuard
  readonly #holders: FileHolders

  private constructor(folder: string, guard: DiskGuard) {
    this.#kept = join(folder, 'kept')
    this.#passing = join(folder, 'passing')
    this.#guard = guard
    this.#holders = new FileHolders((file) => deleteFile(this.pathOf(file)))
  }

  /**
   * Opens the folder, without the pictures that an earlier process was in the middle of and without kept files that
   * `isKnown` does not know.
   */
  static async open(folder: string, isKnown: (file: string) => boolean, minFreeBytes?: number): Promise<PictureFolder> {
    const pictures = new PictureFolder(folder, new DiskGuard(join(folder, 'passing'), minFreeBytes))
    await pictures.#prepare(isKnown)
    return pictures
  }

  /** Receives a picture for one request; it is deleted when released. Throws as `receivePicture` does. */
  async receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture> {
    const { path: received, pictureId, extension } = await this.#receive(body, limits)
    const path = `${received}${extension}`
    if (path !== received) await rename(received, path)
    return { path, pictureId, release: once(() => deleteFile(path)) }
  }

  /** Receives a picture to stay under a name; it appears whole or not at all, and is on the disk when this resolves. */
  async keep(body: Readable, limits: ReceiveLimits, name: string): Promise<ReceivedPicture & { file: string }> {
    const { path, ...received } = await this.#receive(body, { ...limits, isLasting: true })
    const file = `${name}${received.extension}`
    await rename(path, this.pathOf(file))
    await flushFolder(this.#kept)
    return { ...received, file }
  }

  /** True while the disk has room for another picture. */
  hasRoom(): Promise<boolean> {
    return this.#guard.hasRoom()
  }

  /** Path of a kept file. */
  pathOf(file: string): string {
    return join(this.#kept, file)
  }

  /** Holds a kept file; it stays until the last holder has let go of it, whatever is deleted meanwhile. */
  hold(file: string): () => Promise<void> {
    return this.#holders.hold(file)
  }

  /** Deletes a kept file, at once or when its last holder has let go of it. */
  remove(file: string): Promise<void> {
    return this.#holders.remove(file)
  }

  async #prepare(isKnown: (file: string) => boolean): Promise<void> {
    await rm(this.#passing, { recursive: true, force: true })
    for (const folder of [this.#kept, this.#passing]) await mkdir(folder, { recursive: true })
    const unknown = (await readdir(this.#kept)).filter((file) => !isKnown(file))
    for (const file of unknown) await rm(this.pathOf(file), { recursive: true, force: true })
  }

  async #receive(body: Readable, limits: ReceiveLimits): Promise<ReceivedPicture & { path: string }> {
    const path = join(this.#passing, randomText(32))
    return { path, ...(await receivePicture(path, body, limits, this.#guard)) }
  }
}

/** Makes the names in a folder outlast a power cut. Windows cannot open folders, and keeps names by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Deletes one file, which may be gone already; a plain unlink costs half of what `rm` does. */
async function deleteFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
