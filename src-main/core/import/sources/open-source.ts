import { say } from '../../../contract/sentences/say.ts'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { ForeignPhoto, ForeignSource } from '../foreign/foreign-photo.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { withCopy } from './copy-catalog.ts'
import { readCsvFile } from './csv/csv-file.ts'
import { isDigikam, readDigikam } from './digikam/digikam.ts'
import { readJsonFile } from './json/json-file.ts'
import { readLayout } from './rows/layout.ts'
import { isLightroom, readLightroom } from './lightroom/lightroom.ts'
import type { SourceOptions } from '../foreign/source-options.ts'
import { isTakeout, readTakeoutFolder } from './takeout/takeout-folder.ts'
import { readXmpFolder } from './xmp/xmp-folder.ts'

const SQLITE = Buffer.from('SQLite format 3\0', 'latin1')
const DIGIKAM = 'digikam4.db'

/** What is told of a source while it is read: first where the work comes from, then the photos. */
export type SourcePart = { source: ForeignSource } | { photo: ForeignPhoto }

/**
 * Recognises what lies at a path and reads it: a catalogue of Lightroom, a database of digiKam or the folder that holds
 * it, a Google Takeout, a folder of XMP sidecars, a table, or what Lumafold exported as JSON. `left` knows at the end what was left out.
 * Throws `bad-params` where it is none of these, and the system's errors.
 */
export async function* readSource(place: string, options: SourceOptions, left: LeftOut): AsyncGenerator<SourcePart> {
  const facts = await stat(place)
  if (facts.isDirectory()) yield* readFolder(place, options, left)
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
