import { say } from '../../../../contract/sentences/say.ts'
import { open, stat, copyFile, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import type { ForeignPhoto, ForeignSource } from '../foreign/foreign-photo.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { readCsvFile } from './csv/read-csv-file.ts'
import { isDigikam, readDigikam } from './digikam/digikam.ts'
import { readJsonFile } from './json/json-file.ts'
import { readLayout } from './rows/layout.ts'
import { isLightroom, readLightroom } from './lightroom/lightroom.ts'
import type { SourceOptions } from '../foreign/source-options.ts'
import { isTakeout, readTakeoutFolder } from './takeout/takeout-folder.ts'
import { readXmpFolder } from './xmp/read-xmp-folder.ts'
import { constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect, isSqliteError, type Db } from '../../../../base/sqlite/connect.ts'
import { isAbsent } from '../../../../base/files/file-errors.ts'

const SQLITE = Buffer.from('SQLite format 3\0', 'latin1')
const DIGIKAM = 'digikam4.db'

/** What is read of a source: first its name, then the photos. */
export type SourcePart = { source: ForeignSource } | { photo: ForeignPhoto }

/**
 * Recognises the source at a path and reads it: a catalogue of Lightroom, a database of digiKam or its folder, a Google
 * Takeout, a folder of XMP sidecars, a table, or Lumafold's JSON. `left` knows at the end what was left out. Throws
 * `bad-params` for anything else, and the system's errors.
 */
export async function* readSource(place: string, options: SourceOptions, left: LeftOut): AsyncGenerator<SourcePart> {
  const stats = await stat(place)
  if (stats.isDirectory()) yield* readFolder(place, options, left)
  else if (await isDatabase(place)) yield* readDatabase(place, options, left)
  else yield* readOther(place, left)
}

async function* readFolder(folder: string, options: SourceOptions, left: LeftOut): AsyncGenerator<SourcePart> {
  const database = path.join(folder, DIGIKAM)
  if ((await stat(database).catch(() => null))?.isFile()) return yield* readDatabase(database, options, left)
  if (await isTakeout(folder)) {
    yield { source: { kind: 'takeout', title: say('sources.takeout', { folder }) } }
    for await (const photo of readTakeoutFolder(folder, left)) yield { photo }
    return
  }
  yield { source: { kind: 'xmp', title: say('sources.sidecars', { folder }) } }
  for await (const photo of readXmpFolder(folder, left)) yield { photo }
}

async function isDatabase(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0)
    return buffer.equals(SQLITE)
  } finally {
    await handle.close()
  }
}

async function* readDatabase(file: string, options: SourceOptions, left: LeftOut): AsyncGenerator<SourcePart> {
  const name = path.basename(file)
  yield* withCopy(file, async function* (db): AsyncGenerator<SourcePart> {
    const layout = readLayout(db)
    if (isLightroom(layout)) {
      yield { source: { kind: 'lightroom', title: say('sources.lightroom', { name }) } }
      for (const photo of readLightroom(db, layout, left)) yield { photo }
    } else if (isDigikam(layout)) {
      yield { source: { kind: 'digikam', title: say('sources.digikam', { name }) } }
      for (const photo of readDigikam(db, layout, options, left)) yield { photo }
    } else throw unknown(name, 'database')
  })
}

async function* readOther(file: string, left: LeftOut): AsyncGenerator<SourcePart> {
  const name = path.basename(file)
  const extension = path.extname(name).toLowerCase()
  if (extension === '.zip') throw unknown(name, 'archive')
  if (extension === '.lrcat' || extension === '.db') throw unknown(name, 'damaged')
  if (extension === '.json') {
    yield { source: { kind: 'json', title: say('sources.library', { name }) } }
    for await (const photo of readJsonFile(file)) yield { photo }
  } else if (['.csv', '.tsv', '.txt'].includes(extension)) {
    yield { source: { kind: 'csv', title: say('sources.table', { name }) } }
    for await (const photo of readCsvFile(file, left)) yield { photo }
  } else throw unknown(name, 'other')
}

type UnknownKind = 'database' | 'archive' | 'damaged' | 'other'

const unknown = (name: string, kind: UnknownKind) => new AppError('bad-params', say('sources.unknown', { name, kind }))

/** Files beside a database while its program has it open, or after a crash. */
const BESIDE = ['', '-wal', '-journal']
const MAX_ATTEMPTS = 3

/**
 * Opens a copy of another program's database, so that nothing is ever written beside the original, which that program
 * may have open. `use` may read it; the copy is deleted afterwards.
 */
async function* withCopy<T>(original: string, use: (db: Db) => AsyncGenerator<T>): AsyncGenerator<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumafold-import-'))
  try {
    const copy = path.join(folder, 'copy.db')
    await copyWhole(original, copy)
    const db = connect(copy)
    try {
      yield* use(db)
    } catch (error) {
      throw describeDamage(error, original)
    } finally {
      db.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A copy of a file that was written in the meantime would be torn: it is copied again. */
async function copyWhole(original: string, copy: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await factsOf(original)
    for (const end of BESIDE) {
      await rm(copy + end, { force: true })
      if (before[end] !== undefined) await copyFile(original + end, copy + end, constants.COPYFILE_FICLONE)
    }
    if (JSON.stringify(before) === JSON.stringify(await factsOf(original))) return
  }
  const name = path.basename(original)
  throw new AppError('bad-params', say('errors.catalogueInUse', { name }))
}

async function factsOf(original: string): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const end of BESIDE) {
    const found = await stat(original + end, { bigint: true }).catch((error: unknown) => {
      if (isAbsent(error) && end !== '') return null
      throw error
    })
    if (found !== null) values[end] = `${found.size} ${found.mtimeNs}`
  }
  return values
}

function describeDamage(error: unknown, original: string): unknown {
  if (!isSqliteError(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR', 'SQLITE_CANTOPEN')) return error
  const name = path.basename(original)
  return new AppError('bad-params', say('errors.catalogueDamaged', { name }), { cause: error })
}
