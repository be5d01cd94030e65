import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isDiskFull, messageOf } from '../../contract/errors.ts'
import { writeFlushed } from '../../base/sqlite/flush-file.ts'
import type { Log } from '../host/log.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

/** Data about a library outside its catalogue, so that it is known if the catalogue is lost. */
const Content = z.looseObject({
  format: z.literal(1),
  libraryId: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was last opened or closed. */
  at: z.iso.datetime(),
  /** False from opening to closing: if it is still false at the next opening, the program was killed. */
  isClosed: z.boolean(),
  /** Version of the catalogue's layout. */
  version: z.int(),
  photos: z.int(),
  /** The highest photo number ever used. */
  lastPhoto: z.int(),
  /** The number of a person's last change. */
  lastEdit: z.int(),
  /** The catalogue was found damaged: the next opening checks it first, however large it is. */
  isDamaged: z.boolean().default(false),
  /** The folder of backups, if not the library's own. */
  backupFolder: z.string().nullable().default(null),
  /**
   * The last upgrade of the catalogue to a newer layout: the backup that it began with, and when the catalogue was
   * complete again; null while it is not.
   */
  upgrade: z.object({ backup: z.string(), endedAt: z.iso.datetime().nullable() }).nullable().default(null),
})
export type LibraryContent = z.infer<typeof Content>

/** The data written for an open catalogue. */
export type CatalogSummary = Pick<LibraryContent, 'libraryId' | 'version' | 'photos' | 'lastPhoto' | 'lastEdit'>

export const libraryFilePath = (folder: string): string => join(folder, 'library.json')

/** The small file `library.json` beside the catalogue of a library. */
export class LibraryFile {
  readonly #path: string
  readonly #log: Pick<Log, 'warn'>
  #content: LibraryContent | null

  /** Reads the file of a library's folder. An unreadable one counts as that of a library that was killed. */
  constructor(folder: string, log: Pick<Log, 'warn'>) {
    this.#path = libraryFilePath(folder)
    this.#log = log
    this.#content = this.#read()
  }

  /** Null in a folder without a library, or with one of an earlier version of the program. */
  get content(): LibraryContent | null {
    return this.#content
  }

  /** Notes that the library is open; call it before anything is written to the catalogue. */
  noteOpening(): void {
    if (this.#content !== null) this.#write({ ...this.#content, isClosed: false })
  }

  /** Notes the summary of the open catalogue. */
  noteOpen(summary: CatalogSummary): void {
    const content = this.#with(summary, false)
    if (!isDeepStrictEqual(content, this.#content)) this.#write(content)
  }

  /** Notes that the catalogue was closed properly. */
  noteClosed(summary: CatalogSummary): void {
    this.#write(this.#with(summary, true))
  }

  noteDamage(isDamaged: boolean): void {
    if (this.#content !== null && this.#content.isDamaged !== isDamaged) this.#write({ ...this.#content, isDamaged })
  }

  /** Notes the backup before the layout of the catalogue changes. Throws if that cannot be saved. */
  noteUpgrade({ id, ...summary }: CatalogSummary & { id: string }): void {
    this.#writeSurely({ ...this.#with(summary, false), upgrade: { backup: id, endedAt: null } })
  }

  /** Notes that the catalogue has its new layout. */
  noteUpgraded(): void {
    const upgrade = this.#content?.upgrade
    if (this.#content !== null && upgrade?.endedAt === null)
      this.#write({ ...this.#content, upgrade: { ...upgrade, endedAt: new Date().toISOString() } })
  }

  /** An absolute path; null for the library's own folder. Throws if it cannot be saved. */
  setBackupFolder(backupFolder: string | null): void {
    if (this.#content !== null) this.#writeSurely({ ...this.#content, backupFolder })
  }

  #with({ libraryId, version, photos, lastPhoto, lastEdit }: CatalogSummary, isClosed: boolean): LibraryContent {
    const at = new Date().toISOString()
    const before = this.#content ?? {
      format: 1,
      createdAt: at,
      at,
      isDamaged: false,
      backupFolder: null,
      upgrade: null,
    }
    return { ...before, libraryId, version, photos, lastPhoto, lastEdit, isClosed }
  }

  /** A full disk does not prevent opening a library. */
  #write(content: LibraryContent): void {
    try {
      this.#writeSurely({ ...content, at: new Date().toISOString() })
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#log.warn('The disk is full: whether the library was closed is not noted', { error: messageOf(error) })
    }
  }

  #writeSurely(content: LibraryContent): void {
    this.#content = content
    writeFlushed(this.#path, JSON.stringify(content, null, 2))
  }

  #read(): LibraryContent | null {
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
    const parsed = Content.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    this.#log.warn('library.json cannot be read and is written again', { path: this.#path })
    const at = new Date().toISOString()
    const nothing = {
      libraryId: '',
      version: 0,
      photos: 0,
      lastPhoto: 0,
      lastEdit: 0,
      isDamaged: false,
      backupFolder: null,
      upgrade: null,
    }
    return { format: 1, createdAt: at, at, isClosed: false, ...nothing }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the caller reports it
  }
}
