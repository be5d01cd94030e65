import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomText } from '../../ids/random-text.ts'
import {
  checkKey,
  type ObjectInfo,
  type ObjectOptions,
  type ObjectStore,
  ObjectStoreError,
} from '../../ports/object-store.ts'
import { isAbsent, codeOf } from '../../../base/files/file-errors.ts'

/** Files being written; the dot keeps the folder apart from every key. */
const INCOMING = '.incoming'
const ONLY_OWNER = 0o600
const DAY_MS = 24 * 3_600_000

/**
 * Objects as files of a folder, which several nodes may share over a network. Throws if the folder cannot be created.
 * Half-written files of a stopped process are deleted after a day, because until then they may belong to another node.
 */
export async function openFolderObjects(folder: string): Promise<ObjectStore> {
  const incoming = join(folder, INCOMING)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await deleteOld(incoming, Date.now() - DAY_MS)
  return new FolderObjects(folder)
}

class FolderObjects implements ObjectStore {
  readonly title: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.title = `the folder ${folder}`
  }

  async put(key: string, source: string | Readable, { signal }: ObjectOptions = {}): Promise<void> {
    const path = this.#pathOf(key)
    const part = join(this.#folder, INCOMING, randomText(32))
    try {
      const bytes = typeof source === 'string' ? createReadStream(source) : source
      await pipeline(bytes, createWriteStream(part, { flags: 'wx', mode: ONLY_OWNER, flush: true }), { signal })
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(part, path)
      await flushFolders(dirname(path), made === undefined ? dirname(path) : dirname(made))
    } catch (error) {
      await rm(part, { force: true })
      throw (error as NodeJS.ErrnoException).path === source ? error : toFolderError(error, key, signal)
    }
  }

  async read(key: string, { signal }: ObjectOptions = {}): Promise<Readable> {
    try {
      const file = await open(this.#pathOf(key), 'r')
      const bytes = file.createReadStream({ signal })
      bytes.on('error', () => {}) // the reader gets the error; without a listener it would end the process
      const answer = Readable.from(mapErrors(bytes, key, signal), { objectMode: false })
      return answer.once('close', () => bytes.destroy())
    } catch (error) {
      throw toFolderError(error, key, signal)
    }
  }

  async find(key: string, { signal }: ObjectOptions = {}): Promise<ObjectInfo | null> {
    signal?.throwIfAborted()
    try {
      const stats = await stat(this.#pathOf(key))
      return stats.isFile() ? { key, bytes: stats.size, changedMs: stats.mtimeMs } : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw toFolderError(error, key, signal)
    }
  }

  async delete(key: string, { signal }: ObjectOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    try {
      await unlink(this.#pathOf(key))
    } catch (error) {
      if (!isAbsent(error)) throw toFolderError(error, key, signal)
    }
  }

  async *list(prefix: string, options: ObjectOptions = {}): AsyncIterable<ObjectInfo> {
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for await (const key of this.#walk(parent, prefix, options)) {
      const found = await this.find(key, options)
      if (found !== null) yield found
    }
  }

  async close(): Promise<void> {}

  /** Keys with a prefix, below a folder that is empty or ends with a slash. */
  async *#walk(parent: string, prefix: string, { signal }: ObjectOptions): AsyncIterable<string> {
    signal?.throwIfAborted()
    const entries = await readdir(join(this.#folder, parent), { withFileTypes: true }).catch((error: unknown) => {
      if (isAbsent(error)) return []
      throw toFolderError(error, parent, signal)
    })
    for (const entry of entries) {
      const key = `${parent}${entry.name}`
      if (entry.name === INCOMING) continue
      if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)))
        yield* this.#walk(`${key}/`, prefix, { signal })
      if (entry.isFile() && key.startsWith(prefix)) yield key
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, checkKey(key))
  }
}

async function* mapErrors(stream: Readable, key: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw toFolderError(error, key, signal)
  }
}

/** Makes new names survive a power cut, in a folder and its parents up to `top`. Windows does that by itself. */
async function flushFolders(folder: string, top: string): Promise<void> {
  if (process.platform === 'win32') return
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    await using handle = await open(at, 'r')
    await handle.sync()
  }
}

async function deleteOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null) // another node may have been faster
    if (stats !== null && stats.mtimeMs < before) await rm(path, { force: true })
  }
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Converts an error of the file system to an error of a store; an abort and other errors stay as they are. */
function toFolderError(error: unknown, key: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (codeOf(error) === '' || (error as NodeJS.ErrnoException).syscall === undefined) return error
  if (isAbsent(error)) return new ObjectStoreError('not-found', `There is no object "${key}".`, { cause: error })
  const code = REFUSED.has(codeOf(error)) ? 'refused' : 'away'
  return new ObjectStoreError(code, `The folder of objects cannot be used at "${key}": ${codeOf(error)}.`, {
    cause: error,
  })
}
