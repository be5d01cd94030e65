import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isDiskFull, messageOf } from '../../contract/errors.ts'
import { writeFlushed } from '../../base/sqlite/flush-file.ts'
import type { Log } from '../host/log.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

/** What a library says of itself outside its catalogue, so that it is known where the catalogue is lost. */
const Content = z.looseObject({
  format: z.literal(1),
  libraryId: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was last opened or closed. */
  at: z.iso.datetime(),
  /** False from opening to closing: where it is still so at the next opening, the program was killed. */
  isClosed: z.boolean(),
  /** Version of the catalogue's layout. */
  version: z.int(),
  photos: z.int(),
  /** The highest number of a photo that was ever given. */
  lastPhoto: z.int(),
  /** The number of the last change that a person made. */
  lastEdit: z.int(),
  /** The catalogue was found damaged: the next opening looks through it first, however large it is. */
  isDamaged: z.boolean().default(false),
  /** Where backups go, if not into the library's own folder. */
  backupFolder: z.string().nullable().default(null),
  /**
   * The last upgrade of the catalogue to a newer layout: the backup that it began with, and when the catalogue was
   * whole again; null while it is not.
   */
  upgrade: z.object({ backup: z.string(), endedAt: z.iso.datetime().nullable() }).nullable().default(null),
})
export type LibraryContent = z.infer<typeof Content>

/** What is written of an open catalogue. */
export type CatalogSummary = Pick<LibraryContent, 'libraryId' | 'version' | 'photos' | 'lastPhoto' | 'lastEdit'>

export const libraryFilePath = (folder: string): string => join(folder, 'library.json')

/** The small file `library.json` beside the catalogue of a library. */
export class LibraryFile {
  readonly #path: string
  readonly #log: Pick<Log, 'warn'>
  #content: LibraryContent | null

  /** Reads the file of a library's folder. One that cannot be read counts as that of a library that was killed. */
  constructor(folder: string, log: Pick<Log, 'warn'>) {
    this.#path = libraryFilePath(folder)
    this.#log = log
    this.#content = this.#read()
  }

  /** Null in a folder that never held a library, or one of an earlier version of the program. */
  get content(): LibraryContent | null {
    return this.#content
  }

  /** Notes that the library is open; to be called before anything is written to the catalogue. */
  noteOpening(): void {
    if (this.#content !== null) this.#write({ ...this.#content, isClosed: false })
  }

  /** Notes what the open catalogue holds. */
  noteOpen(summary: CatalogSummary): void {
    const content = this.#with(summary, false)
    if (!isDeepStrictEqual(content, this.#content)) this.#write(content)
  }

  /** Notes that the catalogue was closed in good order. */
  noteClosed(summary: CatalogSummary): void {
    this.#write(this.#with(summary, true))
  }

  noteDamage(isDamaged: boolean): void {
    if (this.#content !== null && this.#content.isDamaged !== isDamaged) this.#write({ ...this.#content, isDamaged })
  }

  /** A backup was made before the layout of the catalogue is changed. Throws where that cannot be kept. */
  noteUpgrade({ id, ...summary }: CatalogSummary & { id: string }): void {
    this.#writeSurely({ ...this.#with(summary, false), upgrade: { backup: id, endedAt: null } })
  }

  /** The catalogue has its new layout, where it did not before. */
  noteUpgraded(): void {
    const upgrade = this.#content?.upgrade
    if (this.#content !== null && upgrade?.endedAt === null)
      this.#write({ ...this.#content, upgrade: { ...upgrade, endedAt: new Date().toISOString() } })
  }

  /** An absolute path; null for the library's own folder. Throws where it cannot be kept. */
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

  /** A full disk is no reason not to open a library. */
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
    this.#log.warn('library.json cannot be read and is written anew', { path: this.#path })
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
    return null // the caller says so
  }
}
