import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomText } from '../ids/random-text.ts'
import { FileHolders, once } from '../objects/cache/file-holders.ts'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import { DiskGuard } from './disk-guard.ts'
import type { PictureFiles } from './picture-files.ts'
import { type ReceivedPicture, receivePicture, type ReceiveLimits } from './receive-picture.ts'
import { absentAs } from '../../base/files/file-errors.ts'

/** Files of pictures: `kept/` for those with an id, `passing/` for those being received or needed for one request. */
export class PictureFolder implements PictureFiles {
  readonly #kept: string
  readonly #passing: string
  readonly #guard: DiskGuard
  readonly #holders: FileHolders

  private constructor(folder: string, guard: DiskGuard) {
    this.#kept = join(folder, 'kept')
    this.#passing = join(folder, 'passing')
    this.#guard = guard
    this.#holders = new FileHolders((file) => deleteFile(this.#pathOf(file)))
  }

  /**
   * Opens the folder, and deletes pictures that an earlier process left unfinished and kept files that `isKnown` does
   * not know.
   */
  static async open(folder: string, isKnown: (file: string) => boolean, minFreeBytes?: number): Promise<PictureFolder> {
    const pictures = new PictureFolder(folder, new DiskGuard(join(folder, 'passing'), minFreeBytes))
    await pictures.#prepare(isKnown)
    return pictures
  }

  async receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture> {
    const { path: received, pictureId, extension } = await this.#receive(body, limits)
    const path = `${received}${extension}`
    if (path !== received) await rename(received, path)
    return { path, pictureId, release: once(() => deleteFile(path)) }
  }

  async keep(
    body: Readable,
    limits: ReceiveLimits,
    { id }: { id: string },
  ): Promise<ReceivedPicture & { file: string }> {
    const { path, ...received } = await this.#receive(body, { ...limits, isLasting: true })
    const file = `${id}${received.extension}`
    await rename(path, this.#pathOf(file))
    await flushFolder(this.#kept)
    return { ...received, file }
  }

  async hold({ file, bytes, pictureId }: Pick<UploadRow, 'file' | 'bytes' | 'pictureId'>): Promise<HeldPicture | null> {
    const release = this.#holders.hold(file)
    const path = this.#pathOf(file)
    const stats = await stat(path).catch(() => null)
    if (stats?.size === bytes) return { path, pictureId, release }
    await release()
    return null
  }

  remove(file: string): Promise<void> {
    return this.#holders.remove(file)
  }

  hasRoom(): Promise<boolean> {
    return this.#guard.hasRoom()
  }

  /** Does nothing: unreferenced files are deleted at the start. */
  async deleteLeftovers(): Promise<void> {}

  async close(): Promise<void> {}

  #pathOf(file: string): string {
    return join(this.#kept, file)
  }

  async #prepare(isKnown: (file: string) => boolean): Promise<void> {
    await rm(this.#passing, { recursive: true, force: true })
    for (const folder of [this.#kept, this.#passing]) await mkdir(folder, { recursive: true })
    const unknown = (await readdir(this.#kept)).filter((file) => !isKnown(file))
    for (const file of unknown) await rm(this.#pathOf(file), { recursive: true, force: true })
  }

  async #receive(body: Readable, limits: ReceiveLimits): Promise<ReceivedPicture & { path: string }> {
    const path = join(this.#passing, randomText(32))
    return { path, ...(await receivePicture(path, body, limits, this.#guard)) }
  }
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders, and does that by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Deletes one file, which may already be gone; a plain unlink costs half as much as `rm`. */
async function deleteFile(path: string): Promise<void> {
  await unlink(path).catch(absentAs(undefined))
}
