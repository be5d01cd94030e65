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
import { z } from 'zod'
import { flushFolder } from '../../../base/sqlite/flush-file.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { crc32 } from 'node:zlib'

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
export function idsOfEdit(edit: Edit): readonly number[] {
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
