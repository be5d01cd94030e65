import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FileHolders } from '../objects/cache/file-holders.ts'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import type { PictureFiles, ReceivedPicture } from './picture-files.ts'
import { absentAs } from '../../base/files/file-errors.ts'

/** Kept pictures as files of a folder on the disk on which they are received. */
export class PictureFolder implements PictureFiles {
  readonly #folder: string
  readonly #holders: FileHolders

  private constructor(folder: string) {
    this.#folder = folder
    this.#holders = new FileHolders((file) => unlink(this.#pathOf(file)).catch(absentAs(undefined)))
  }

  /** Opens the folder, and deletes files that `isKnown` does not know. */
  static async open(folder: string, isKnown: (file: string) => boolean): Promise<PictureFolder> {
    await mkdir(folder, { recursive: true })
    const pictures = new PictureFolder(folder)
    const unknown = (await readdir(folder)).filter((file) => !isKnown(file))
    for (const file of unknown) await rm(pictures.#pathOf(file), { recursive: true, force: true })
    return pictures
  }

  async keep({ path, extension }: ReceivedPicture, { id }: { id: string }): Promise<string> {
    const file = `${id}${extension}`
    await flushFile(path)
    await rename(path, this.#pathOf(file))
    await flushFolder(this.#folder)
    return file
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

  /** Does nothing: unreferenced files are deleted at the start. */
  async deleteLeftovers(): Promise<void> {}

  async close(): Promise<void> {}

  #pathOf(file: string): string {
    return join(this.#folder, file)
  }
}

/** Makes the bytes of a file survive a power cut. */
async function flushFile(path: string): Promise<void> {
  await using handle = await open(path, 'r+')
  await handle.datasync()
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders, and does that by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
