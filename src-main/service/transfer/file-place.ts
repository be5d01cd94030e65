import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openFolderObjects } from '../objects/folder/open-folder-objects.ts'
import { openCheckedObjects } from '../objects/open-objects.ts'
import { ObjectStoreError, type ObjectStore } from '../ports/object-store.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { ServicePlace } from './service-place.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

/** Reads a service's files. */
export type FileSource = {
  /** Null if there is no such file. */
  read(key: string): Promise<Readable | null>
  close(): Promise<void>
}

/** Writes files and reads them back, and lists what else is there. */
export type FileTarget = FileSource & Pick<ObjectStore, 'put' | 'find' | 'list' | 'title'>

/** Files of a data folder, which stays unchanged. */
export const folderSource = (folder: string): FileSource => ({
  async read(key) {
    try {
      return (await open(join(folder, key), 'r')).createReadStream()
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  },
  close: async () => {},
})

/** Files of a data folder, written completely or not at all. */
export async function folderTarget(folder: string): Promise<FileTarget> {
  const objects = asTarget(await openFolderObjects(folder))
  const close = async () => {
    await objects.close()
    await rm(join(folder, '.incoming'), { recursive: true, force: true })
  }
  return { ...objects, close }
}

/** Objects, or the files of the data folder if a service has none. */
export const openFileSource = async ({ dataDir, objects }: ServicePlace, log: ServiceLog): Promise<FileSource> =>
  objects === undefined ? folderSource(dataDir) : asTarget(await openCheckedObjects(objects, log))

/** Like `openFileSource`, for writing. */
export const openFileTarget = async ({ dataDir, objects }: ServicePlace, log: ServiceLog): Promise<FileTarget> =>
  objects === undefined ? folderTarget(dataDir) : asTarget(await openCheckedObjects(objects, log))

function asTarget(store: ObjectStore): FileTarget {
  return {
    title: store.title,
    async read(key) {
      try {
        return await store.read(key)
      } catch (error) {
        if (error instanceof ObjectStoreError && error.code === 'not-found') return null
        throw error
      }
    },
    put: (key, source, options) => store.put(key, source, options),
    find: (key, options) => store.find(key, options),
    list: (prefix, options) => store.list(prefix, options),
    close: () => store.close(),
  }
}

/** The SHA-256 of a file's bytes in hex; null if it does not exist. */
export async function sumOf(place: FileSource, key: string): Promise<string | null> {
  const bytes = await place.read(key)
  if (bytes === null) return null
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
