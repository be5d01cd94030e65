import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { messageOf } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Log } from '../../host/log.ts'
import { raiseSequence } from './sequences.ts'
import { flushFolder } from '../../../base/sqlite/flush-file.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'

type Row = { seq: number; edit: string }

/** The program state that notes a missing journal. */
const GONE = 'edits-journal-gone'

/**
 * Records a person's changes: in the catalogue's own table with the change itself, then in the journal beside the
 * catalogue. Edits that could not be written there follow with the next edit, when somebody asks, or at the next
 * opening.
 */
export class EditLog {
  readonly #db: Db
  readonly #journal: EditJournal
  readonly #now: () => number
  readonly #log: Pick<Log, 'error'>
  /** Photos described in the journal's present file. */
  #told = new Set<number>()
  #isBehind = true
  #isReplaying = false
  #problem: string | null = null

  constructor(db: Db, journal: EditJournal, { now, log }: { now: () => number; log: Pick<Log, 'error'> }) {
    this.#db = db
    this.#journal = journal
    this.#now = now
    this.#log = log
  }

  /** Tries to write the edits that the journal lacks; returns why that fails, or null if it has all. */
  retry(): string | null {
    if (this.#problem !== null) this.flush()
    return this.#problem
  }

  /** The number of the last edit in the catalogue. */
  get last(): number {
    const last = "SELECT seq FROM sqlite_sequence WHERE name = 'edits'"
    return this.#db.prepare<[], number>(last).pluck().get() ?? 0
  }

  /**
   * Whether the journal was missing when the catalogue was opened, since the last backup: edits between the two are in
   * the catalogue alone.
   */
  get wasGone(): boolean {
    return this.#db.prepare('SELECT 1 FROM program_state WHERE key = ?').get(GONE) !== undefined
  }

  /** Call it before anything is written to the journal; returns whether it is missing now. */
  noteIfGone(): boolean {
    if (this.#journal.isThere || this.last === 0) return false
    this.#db.prepare("INSERT OR REPLACE INTO program_state (key, value) VALUES (?, 'true')").run(GONE)
    return true
  }

  /** Call it inside the transaction of the change. */
  note(edit: Edit): void {
    if (this.#isReplaying) return
    this.#db.prepare('DELETE FROM edits WHERE seq <= ?').run(this.#journal.flushed)
    this.#db.prepare('INSERT INTO edits (edit) VALUES (?)').run(JSON.stringify(edit))
    this.#isBehind = true
  }

  /**
   * Writes noted edits to the journal, on the disk. Call it after a commit that is confirmed to the person. The commit
   * stays if the journal cannot be written: that is logged once, reported by `doctor`, and tried again.
   */
  flush(): void {
    if (!this.#isBehind) return
    this.#try(() => {
      this.#append()
      this.#journal.flush()
      this.#isBehind = false
      this.#problem = null
    })
  }

  /**
   * The same for a piece of a change that is not confirmed yet: it need not reach the disk at once, since each flush of
   * a busy disk keeps windows waiting.
   */
  carry(): void {
    this.#try(() => this.#append())
  }

  /** Replays the journal's edits up to number `seq`, which it already contains. */
  replay(seq: number, work: () => void): void {
    this.#isReplaying = true
    try {
      work()
    } finally {
      this.#isReplaying = false
    }
    this.skipTo(seq)
  }

  /** The catalogue counts as having all edits up to this one. */
  skipTo(seq: number): void {
    raiseSequence(this.#db, 'edits', seq)
  }

  /**
   * The journal continues in a new file, and drops files without an edit after `held`. It no longer describes photos up
   * to `knownPhotos`, which all backups have: a million photos would take 200 MB.
   */
  beginFile(held: number, knownPhotos: number): void {
    this.flush()
    this.#journal.beginFile(knownPhotos)
    this.#db.prepare('DELETE FROM program_state WHERE key = ?').run(GONE)
    this.#journal.forget(held)
    this.#told.clear()
  }

  #append(): void {
    const select = this.#db.prepare<[number], Row>('SELECT seq, edit FROM edits WHERE seq > ? ORDER BY seq')
    this.#journal.append(select.all(this.#journal.last).map((row) => this.#toEntry(row)))
  }

  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#told.clear()
      if (this.#problem === null) this.#log.error('The edits journal cannot be written', { error: messageOf(error) })
      this.#problem = messageOf(error)
    }
  }

  #toEntry({ seq, edit: text }: Row): EditEntry {
    const edit = JSON.parse(text) as Edit
    const { knownPhotos } = this.#journal
    const unknown = idsOfEdit(edit).filter((id) => id > knownPhotos && !this.#told.has(id))
    for (const id of unknown) this.#told.add(id)
    return { seq, atMs: this.#now(), edit, photos: readPhotoReferences(this.#db, unknown) }
  }
}

/** Places and states of the files of photos; missing photos are left out. */
function readPhotoReferences(db: Db, ids: readonly number[]): PhotoReference[] {
  if (ids.length === 0) return []
  return db
    .prepare<[string], PhotoReference>(
      `SELECT f.photo_id AS id, r.path AS root, d.relative_path AS folder, f.name, f.bytes, f.modified_ms AS modifiedMs,
         f.file_key AS fileKey, f.content_hash AS contentHash
       FROM json_each(?) j JOIN files f ON f.photo_id = j.value AND f.is_main = 1
         JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id`,
    )
    .all(JSON.stringify(ids))
}

// The journal beside the catalogue

/** Photos that the changes themselves name, such as the examples of a classifier. */
const Named = z.array(z.int()).optional()

/** A person's change of photos, as the journal beside the catalogue stores it. */
export const Edit = z.discriminatedUnion('kind', [
  /** A change, or a piece of a large one; `changeId` is its number in the history. */
  z.object({
    kind: z.literal('do'),
    changeId: z.int(),
    change: z.looseObject({ kind: z.string() }),
    ids: z.array(z.int()),
    named: Named,
  }),
  /** A change that consists of others, or a piece of it. */
  z.object({
    kind: z.literal('batch'),
    changeId: z.int(),
    change: z.looseObject({ kind: z.string() }),
    parts: z.array(z.object({ change: z.looseObject({ kind: z.string() }), ids: z.array(z.int()) })),
    named: Named,
  }),
  z.object({ kind: z.enum(['undo', 'redo']), changeId: z.int() }),
])
export type Edit = z.infer<typeof Edit>

/** The photos, or other subjects, of an edit; an undo names none. */
function idsOfEdit(edit: Edit): readonly number[] {
  if (edit.kind === 'do') return uniqueOf([edit.ids, edit.named])
  return edit.kind === 'batch' ? uniqueOf([...edit.parts.map(({ ids }) => ids), edit.named]) : []
}

const uniqueOf = (lists: readonly (readonly number[] | undefined)[]): number[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

/** Enough to find a photo's file again, or to add it again, in a catalogue that is older than the edit. */
export const PhotoReference = z.object({
  id: z.int(),
  /** Path of the watched folder, then the folder below it, with `/` between names. */
  root: z.string(),
  folder: z.string(),
  name: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
  fileKey: z.string().nullable(),
  contentHash: z.string(),
})
export type PhotoReference = z.infer<typeof PhotoReference>

/** A line of the journal. Numbers increase and are never reused, whatever is restored. */
export const EditEntry = z.object({
  seq: z.int(),
  /** Milliseconds since 1970. */
  atMs: z.number(),
  edit: Edit,
  /** Photos not described in the present file of the journal yet. */
  photos: z.array(PhotoReference).default([]),
})
export type EditEntry = z.infer<typeof EditEntry>

/** The first line of a file. */
const Header = z.object({ format: z.literal(1), library: z.string(), knownPhotos: z.int().default(0) })
type Header = z.infer<typeof Header>
const END = '.journal'
const HEADER_BYTES = 4096
/** A larger file is followed by another one. */
const MAX_BYTES = 32_000_000

const editsFolder = (libraryDir: string): string => join(libraryDir, 'edits')

/**
 * A person's changes, in append-only files beside the catalogue. An edit is on the disk here before it is confirmed to
 * the person. So a catalogue that lost its last moments, or was restored from a backup, can be brought up to date. A
 * file begins with each backup, and is deleted when no backup needs it any more.
 */
export class EditJournal {
  readonly #folder: string
  readonly #libraryId: string
  /** The numbers of the last edit and of the last edit on the disk; the file that contains the last. */
  #last = 0
  #flushed = 0
  #file: string | null = null
  #descriptor: number | null = null
  #isCut = false
  #knownPhotos = 0
  #bytes = 0
  readonly #largestBytes: number

  /** Reads the present files. A journal of another library is renamed after that library. */
  constructor(libraryDir: string, libraryId: string, largestBytes = MAX_BYTES) {
    this.#largestBytes = largestBytes
    this.#folder = editsFolder(libraryDir)
    this.#libraryId = libraryId
    const foreign = this.#files()
      .map((file) => headerOf(file)?.library)
      .find((each) => each !== undefined && each !== libraryId)
    if (foreign !== undefined) renameSync(this.#folder, `${this.#folder}-of-${foreign}-${Date.now()}`)
    const files = this.#files()
    this.#file = files.at(-1) ?? null
    this.#knownPhotos = this.#file === null ? 0 : (headerOf(this.#file)?.knownPhotos ?? 0)
    if (this.#file !== null) this.#last = firstOf(this.#file) - 1 // it may be the only one, and still empty
    for (const file of files.slice(-2)) this.#last = Math.max(this.#last, read(file).entries.at(-1)?.seq ?? 0)
  }

  /** False before its first file. */
  get isThere(): boolean {
    return this.#file !== null || this.#descriptor !== null
  }

  /** The number of the last edit; 0 if there is none. */
  get last(): number {
    return this.#last
  }

  /** Edits up to this number are on the disk, not just in the system's memory. */
  get flushed(): number {
    return this.#flushed
  }

  /** The present file omits photos up to this number: every backup that it belongs to has them. */
  get knownPhotos(): number {
    return this.#knownPhotos
  }

  /** Appends edits; call `flush` before they are confirmed to anybody. */
  append(entries: readonly EditEntry[]): void {
    if (entries.length === 0) return
    if (this.#bytes > this.#largestBytes) this.#goOn()
    const descriptor = (this.#descriptor ??= this.#open(entries[0]?.seq ?? 1))
    const cut = this.#isCut ? '\n' : ''
    this.#isCut = true
    const text = cut + entries.map(encodeLine).join('')
    writeWhole(descriptor, text)
    this.#bytes += text.length
    this.#isCut = false
    this.#last = entries.at(-1)?.seq ?? this.#last
  }

  /** Everything appended is on the disk when this returns. */
  flush(): void {
    if (this.#flushed === this.#last) return
    // What a killed process appended may be only in the system's memory, too.
    fsyncSync((this.#descriptor ??= this.#open(this.#last + 1)))
    this.#flushed = this.#last
  }

  /** Edits after this number, in order, and the number of unreadable lines in the journal. */
  after(seq: number): { entries: EditEntry[]; damaged: number } {
    const files = this.#files().map(read)
    return {
      entries: files.flatMap(({ entries }) => entries).filter((entry) => entry.seq > seq),
      damaged: files.reduce((sum, { damaged }) => sum + damaged, 0),
    }
  }

  /** Begins a new file, which describes each photo above a number again; its first line contains that number. */
  beginFile(knownPhotos: number): void {
    this.#goOn()
    this.#knownPhotos = knownPhotos
    this.#descriptor = this.#open(this.#last + 1)
  }

  /**
   * Continues in a new file. The photos described in this one stay known as long as it is kept; then every backup has
   * them.
   */
  #goOn(): void {
    this.flush()
    this.close()
    this.#file = null
    this.#bytes = 0
  }

  /** Deletes files without an edit after this one. */
  forget(seq: number): void {
    const files = this.#files()
    const firsts = files.map(firstOf)
    files.forEach((file, place) => {
      const next = firsts[place + 1]
      if (next !== undefined && next <= seq + 1) rmSync(file, { force: true })
    })
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #files(): string[] {
    if (!existsSync(this.#folder)) return []
    const names = readdirSync(this.#folder).filter((name) => name.endsWith(END))
    return names.toSorted().map((name) => join(this.#folder, name))
  }

  #open(seq: number): number {
    mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY.folder })
    const file = this.#file ?? join(this.#folder, `${String(seq).padStart(12, '0')}${END}`)
    const isNew = !existsSync(file)
    this.#isCut = !isNew && !endsWithLine(file)
    const descriptor = openSync(file, 'a', OWNER_ONLY.file)
    this.#file = file
    this.#bytes = isNew ? 0 : statSync(file).size
    if (!isNew) return descriptor
    writeWhole(
      descriptor,
      encodeLine({ format: 1, library: this.#libraryId, knownPhotos: this.#knownPhotos } satisfies Header),
    )
    flushFolder(this.#folder)
    return descriptor
  }
}

const firstOf = (file: string): number => Number.parseInt(file.slice(-END.length - 12, -END.length), 10)

function read(file: string): { entries: EditEntry[]; damaged: number } {
  const entries: EditEntry[] = []
  let damaged = 0
  for (const line of linesOf(file)) {
    const decoded = decodeLines(line)
    damaged += decoded.damaged
    entries.push(...decoded.values.map((value) => EditEntry.safeParse(value)).flatMap(({ data }) => data ?? []))
  }
  return { entries, damaged }
}

/** The first line of a file; undefined if it cannot be read. */
function headerOf(file: string): Header | undefined {
  const [first] = decodeLines(firstLineOf(file)).values
  return Header.safeParse(first).data
}

/** Files may be long. */
function firstLineOf(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER_BYTES)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, HEADER_BYTES, 0)).split('\n', 1)[0] ?? ''
  } finally {
    closeSync(descriptor)
  }
}

function writeWhole(descriptor: number, text: string): void {
  let left = Buffer.from(text)
  while (left.length > 0) left = left.subarray(writeSync(descriptor, left))
}

const CHECKSUM_DIGITS = 8

/** A line of a journal: a checksum, a space, and JSON. */
function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/** The values of all complete lines; truncated or damaged lines are skipped and counted. */
function decodeLines(text: string): { values: unknown[]; damaged: number } {
  const lines = text.split('\n').filter((line) => line !== '')
  const values = lines.flatMap(decodeLine)
  return { values, damaged: lines.length - values.length }
}

function decodeLine(line: string): unknown[] {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  return line.slice(0, CHECKSUM_DIGITS) === checksum(json) ? [JSON.parse(json)] : []
}

const checksum = (text: string) => crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0')

const CHUNK = 1 << 20
const LINE_END = 10

/** The lines of a file, one by one: a whole file could exceed the maximum length of a string. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(CHUNK)
    let begun: Buffer[] = []
    for (let count = -1; count !== 0;) {
      count = readSync(descriptor, buffer, 0, CHUNK, null)
      let chunk = Buffer.from(buffer.subarray(0, count))
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END)) {
        yield Buffer.concat([...begun, chunk.subarray(0, end)]).toString()
        begun = []
        chunk = chunk.subarray(end + 1)
      }
      begun.push(chunk)
    }
    yield Buffer.concat(begun).toString()
  } finally {
    closeSync(descriptor)
  }
}

/** Whether the last line of a file is complete. */
function endsWithLine(file: string): boolean {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r')
  try {
    const last = Buffer.alloc(1)
    return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === LINE_END
  } finally {
    closeSync(descriptor)
  }
}
