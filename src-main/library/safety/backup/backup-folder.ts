import { say } from '../../../contract/sentences/say.ts'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { flushFolder, writeFlushed } from '../../../base/sqlite/flush-file.ts'
import { Manifest, type Snapshot } from './manifest.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { absentAs } from '../../../base/files/file-errors.ts'

const DATABASE = '.db'
const MANIFEST = '.json'
const PARTIAL = '.partial'
const OWN_NAME = /^\d{4}-\d\d-\d\dT/
/** A backup takes at most minutes. */
const UNDER_WAY_MS = 3_600_000

/**
 * The folder of a library's backups. A backup is a database file that any program can open, and a manifest of the same
 * name. It counts once both exist: the manifest is written first and deleted last, so that an interruption leaves no
 * file without a description.
 */
export class BackupFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** The newest first. Unreadable backups are skipped; empty if the folder is missing. */
  async list(): Promise<Snapshot[]> {
    const names = await this.#names()
    const read = await Promise.all(names.filter((name) => name.endsWith(MANIFEST)).map((name) => this.#read(name)))
    return read.flat().toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
  }

  /** Throws `backup-not-found`. */
  async find(id: string): Promise<Snapshot> {
    const found = (await this.list()).find((snapshot) => snapshot.id === id)
    if (found === undefined) throw new AppError('backup-not-found', say('backups.unknown', { id, path: this.path }))
    return found
  }

  /** The database file of a backup. */
  fileOf(id: string): string {
    return join(this.path, `${id}${DATABASE}`)
  }

  /** Creates the folder, and a name for a new backup; its file is written to `partial` first. */
  async begin(at: Date, reason: Manifest['reason']): Promise<{ id: string; partial: string }> {
    await mkdir(this.path, { recursive: true, mode: OWNER_ONLY.folder })
    const base = `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${reason}`
    const taken = new Set(await this.#names())
    let id = base
    for (let number = 2; taken.has(`${id}${DATABASE}`) || taken.has(`${id}${MANIFEST}`); number++)
      id = `${base}-${number}`
    return { id, partial: join(this.path, `${id}${PARTIAL}`) }
  }

  /** Adds a file that is written, checked and flushed. */
  async keep(id: string, partial: string, manifest: Manifest): Promise<void> {
    writeFlushed(join(this.path, `${id}${MANIFEST}`), JSON.stringify(manifest, null, 2))
    await rename(partial, this.fileOf(id))
    flushFolder(this.path)
  }

  async remove(id: string): Promise<void> {
    await rm(this.fileOf(id), { force: true })
    await rm(join(this.path, `${id}${MANIFEST}`), { force: true })
  }

  /** Deletes parts of interrupted backups, except those that another process is writing. */
  async sweep(nowMs: number): Promise<void> {
    const names = await this.#names()
    const isLeft = (name: string) =>
      name.includes(PARTIAL) ||
      name.endsWith(`${MANIFEST}.new`) ||
      (name.endsWith(MANIFEST) && !names.includes(name.replace(MANIFEST, DATABASE)))
    for (const name of names.filter((each) => OWN_NAME.test(each)).filter(isLeft)) {
      const path = join(this.path, name)
      const modifiedMs = (await stat(path).catch(() => null))?.mtimeMs ?? nowMs
      if (Math.abs(nowMs - modifiedMs) > UNDER_WAY_MS) await rm(path, { force: true })
    }
  }

  #names(): Promise<string[]> {
    return readdir(this.path).catch(absentAs<string[]>([]))
  }

  async #read(name: string): Promise<Snapshot[]> {
    const id = name.slice(0, -MANIFEST.length)
    const file = await stat(this.fileOf(id)).catch(() => null)
    const text = await readFile(join(this.path, name), 'utf8').catch(() => '')
    const manifest = Manifest.safeParse(parseJson(text))
    return manifest.success && file?.size === manifest.data.bytes ? [{ ...manifest.data, id }] : []
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // no manifest of a backup
  }
}
