import { copyFile as copy, constants } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceLog } from '../ports/service-log.ts'
import type { SourceSide, TargetSide, Side } from '../store/transfer/side.ts'
import { valueOf, withValues, type Table, nameOfRow, type Row, type Value } from '../store/transfer/table.ts'
import { tables } from '../store/transfer/tables.ts'
import { jobTable } from '../store/transfer/waiting-jobs.ts'
import {
  openFileSource,
  openFileTarget,
  type FileSource,
  type FileTarget,
  folderSource,
  folderTarget,
  sumOf,
} from './file-place.ts'
import { checkPlaces, isSameFolder, keepSamePictures, type ServicePlace } from './service-place.ts'
import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { isUnavailable } from '../store/postgres/database-errors.ts'
import { copyFile } from './copy-file.ts'
import { contentOf, isStateName, keyOf, nameFor, nameOfKey, PREFIX } from '../trained-states/state-names.ts'

/** The current step: pictures, or rows that are copied and then compared. */
export type MovedPart = 'pictures' | 'copied' | 'compared'

type MoveOptions = {
  from: ServicePlace
  to: ServicePlace
  log: ServiceLog
  /** Called with the progress of each step. */
  onProgress(part: MovedPart, done: number, total: number): void
}

/** The result of a move; `rows` of each table, the same on both sides. */
export type MovedService = {
  from: string
  to: string
  tables: readonly { name: string; title: string; rows: number }[]
  /** Null if they stay where they are. */
  pictures: MovedPictures | null
  /** Number of trained states of the target. */
  snapshots: number
  /** Indexes that are trained again, because their trained state could not be moved. */
  retrained: number
}

/** Everything that is moved as rows. */
const all: readonly Table[] = [...tables, jobTable]

/**
 * Moves a service from SQLite to PostgreSQL or back. The source is only read. The target is valid once everything was
 * read back and compared. Throws AppErrors that say what to do: if a service runs on either side, if the target has
 * content, and if a disk, database or store fails.
 */
export async function moveService(options: MoveOptions): Promise<MovedService> {
  const { from, to } = options
  checkPlaces(from, to)
  const source = await openSource(from)
  try {
    const target = await openTarget(from, to, options.log)
    try {
      return await move(source, target, options)
    } finally {
      await target.close()
    }
  } catch (error) {
    throw explainFailure(error, to)
  } finally {
    await source.close()
  }
}

async function move(source: SourceSide, target: TargetSide, options: MoveOptions): Promise<MovedService> {
  const { from, to, onProgress } = options
  const pictures = keepSamePictures(from, to) ? null : await bringPictures(source, options)
  const snapshots = await moveSnapshots(source, options, options.log)
  await bringPlans(from, to)
  const change = changeFor(to, pictures === null, snapshots)
  const total = await countAll(source)
  const follow = (part: MovedPart) => {
    let done = 0
    return (rows: number) => onProgress(part, (done += rows), total)
  }
  const onCopied = follow('copied')
  for (const table of all) await copyRows(table, source, target, change, onCopied)
  await target.derive(await source.counters())
  const moved: { name: string; title: string; rows: number }[] = []
  const onCompared = follow('compared')
  for (const table of all) {
    const { name, title } = table
    moved.push({ name, title, rows: await compareRows(table, source, target, change, onCompared) })
  }
  await source.checkIdle()
  await target.finish()
  return {
    from: source.title,
    to: target.title,
    tables: moved,
    pictures,
    snapshots: snapshots.kept,
    retrained: snapshots.lost,
  }
}

async function bringPictures(source: SourceSide, { from, to, log, onProgress }: MoveOptions): Promise<MovedPictures> {
  await using open = new AsyncDisposableStack()
  const files = await openFileSource(from, log)
  open.defer(() => files.close())
  const target = await openFileTarget(to, log)
  open.defer(() => target.close())
  await refuseForeignPictures(source, to, target)
  const total = await source.count(tables.find(({ name }) => name === 'uploads')!)
  let done = 0
  // awaited here, because its dependencies are closed when this returns
  return await movePictures(source, files, target, to, (count) => onProgress('pictures', (done += count), total))
}

/** A person's own plans are a file beside the databases; one that the target already has stays. */
async function bringPlans(from: ServicePlace, to: ServicePlace): Promise<void> {
  const [own, other] = [join(from.dataDir, 'plans.json'), join(to.dataDir, 'plans.json')]
  if (isSameFolder(from, to) || !existsSync(own) || existsSync(other)) return
  await copy(own, other, constants.COPYFILE_EXCL)
}

/** Pictures and trained states may have other names in another place. */
function changeFor(to: ServicePlace, keepsPictures: boolean, { names }: MovedSnapshots): Change {
  return (table, row) => {
    if (table.name === 'uploads' && !keepsPictures) return withValues(table, row, { file: fileIn(to, row) })
    const snapshot = table === indexes ? names.get(Number(valueOf(table, row, 'id'))) : undefined
    return snapshot === undefined ? row : withValues(table, row, { snapshot })
  }
}

async function countAll(source: SourceSide): Promise<number> {
  let total = 0
  for (const table of all) total += await source.count(table)
  return total
}

const AGAIN =
  'Where the data came from nothing was changed: the service can go on there, or run the same command again.'

/** The error for the operator if a move ended early. */
function explainFailure(error: unknown, { dataDir }: ServicePlace): unknown {
  if (error instanceof AppError) return error
  if (error instanceof ObjectStoreError)
    return new AppError('service-unreachable', `${error.message} ${AGAIN}`, { cause: error })
  if (isUnavailable(error) || error instanceof ServiceError) {
    const reason = error instanceof ServiceError ? messageOf(error.cause ?? error) : messageOf(error)
    return new AppError('service-unreachable', `The database cannot be used any more (${reason}). ${AGAIN}`, {
      cause: error,
    })
  }
  if (isDiskFull(error))
    return new AppError('disk-full', `The disk of ${dataDir} is full. Free some space there. ${AGAIN}`, {
      cause: error,
    })
  return error
}

/** Opens the source. Only the engine in use is loaded. */
async function openSource({ dataDir, database }: ServicePlace): Promise<SourceSide> {
  if (database !== undefined) {
    const { openPostgresSource } = await import('../store/postgres/transfer/open-postgres-source.ts')
    return openPostgresSource(database)
  }
  const { openSqliteSource } = await import('../store/sqlite/transfer/open-sqlite-source.ts')
  return openSqliteSource(dataDir)
}

/** Opens the target. */
async function openTarget(from: ServicePlace, to: ServicePlace, log: ServiceLog): Promise<TargetSide> {
  if (to.database !== undefined) {
    const { openPostgresTarget } = await import('../store/postgres/transfer/open-postgres-target.ts')
    const { openJobWriter } = await import('../jobs/postgres/job-writer.ts')
    return openPostgresTarget({ url: to.database, log, openJobs: openJobWriter })
  }
  const { openSqliteTarget } = await import('../store/sqlite/transfer/open-sqlite-target.ts')
  return openSqliteTarget(to.dataDir, { keepsPictures: keepSamePictures(from, to) })
}

// Rows

/** Converts a row for the target; most stay the same. */
type Change = (table: Table, row: Row) => Row

/** Copies a table page by page; `onRows` is called with the number of written rows. */
async function copyRows(
  table: Table,
  from: SourceSide,
  to: TargetSide,
  change: Change,
  onRows: (rows: number) => void,
): Promise<void> {
  for await (const page of from.read(table)) {
    await to.write(
      table,
      page.map((row) => change(table, row)),
    )
    onRows(page.length)
  }
}

/**
 * Reads a table back from both sides and compares it row by row, value by value. Returns the number of rows; throws
 * AppError `library-damaged` that names the first difference.
 */
export async function compareRows(
  table: Table,
  from: Side,
  to: Side,
  change: Change,
  onRows: (rows: number) => void,
): Promise<number> {
  const found = rowsOf(to, table)
  let rows = 0
  for await (const page of from.read(table)) {
    for (const row of page) {
      const expected = change(table, row)
      const { value } = await found.next()
      if (value === undefined || !isEqual(expected, value)) throw difference(table, nameOfRow(table, expected))
      rows++
    }
    onRows(page.length)
  }
  const { value } = await found.next()
  if (value !== undefined) throw difference(table, nameOfRow(table, value))
  return rows
}

async function* rowsOf(side: Side, table: Table): AsyncGenerator<Row, undefined> {
  for await (const page of side.read(table)) yield* page
  return undefined
}

const isEqual = (a: Row, b: Row): boolean => a.length === b.length && a.every((value, i) => isSame(value, b[i]!))

const isSame = (a: Value, b: Value): boolean =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : Object.is(a, b)

const difference = (table: Table, row: string) =>
  new AppError(
    'library-damaged',
    `After the move the ${table.title} are not the same on both sides: "${row}" differs. Nothing counts as moved. Please report this.`,
  )

// Pictures

const uploads: Table = tables.find(({ name }) => name === 'uploads')!
/** Prefix of kept pictures in a data folder, and among objects. */
const KEPT = 'uploads/kept/'
const OBJECTS = 'pictures/'
/** Number of pictures copied at once, because an object store takes its time for each. */
const AT_ONCE = 8

/** How many pictures were copied, and how many the source had already lost. */
type MovedPictures = { copied: number; bytes: number; missing: number }

/** The key of an upload's picture in a service's storage. */
function fileIn({ objects }: ServicePlace, row: Row): string {
  const file = String(valueOf(uploads, row, 'file'))
  const name = file.slice(file.lastIndexOf('/') + 1)
  return objects === undefined ? name : `${OBJECTS}${String(valueOf(uploads, row, 'account_id'))}/${name}`
}

const pictureKeyOf = (file: string) => (file.startsWith(OBJECTS) ? file : KEPT + file)

/** Throws AppError `bad-params` if there are pictures that no upload of the source names. */
async function refuseForeignPictures(from: SourceSide, place: ServicePlace, target: FileTarget): Promise<void> {
  for await (const { key } of target.list(place.objects === undefined ? KEPT : OBJECTS)) {
    const id = key.slice(key.lastIndexOf('/') + 1).replace(/\..*$/, '')
    if (await from.hasUpload(id)) continue
    throw new AppError(
      'bad-params',
      `${target.title} holds pictures of another service (${key}), and a migration never mixes two. Choose another place, or empty it.`,
    )
  }
}

/** Copies the picture of every kept upload, and reads each back. */
async function movePictures(
  from: SourceSide,
  source: FileSource,
  target: FileTarget,
  place: ServicePlace,
  onPictures: (count: number) => void,
): Promise<MovedPictures> {
  const moved: MovedPictures = { copied: 0, bytes: 0, missing: 0 }
  const move = async (row: Row) => {
    const bytes = Number(valueOf(uploads, row, 'bytes'))
    const file = {
      from: pictureKeyOf(String(valueOf(uploads, row, 'file'))),
      to: pictureKeyOf(fileIn(place, row)),
      bytes,
    }
    const sum = String(valueOf(uploads, row, 'picture_id')).slice(0, 64)
    if (await copyFile({ ...file, sum }, source, target)) {
      moved.copied++
      moved.bytes += bytes
    } else moved.missing++
  }
  for await (const page of from.read(uploads)) {
    const kept = page.filter((row) => valueOf(uploads, row, 'gone_ms') === null)
    for (let at = 0; at < kept.length; at += AT_ONCE) await Promise.all(kept.slice(at, at + AT_ONCE).map(move))
    onPictures(page.length)
  }
  return moved
}

// Snapshots of indexes

const indexes: Table = tables.find(({ name }) => name === 'indexes')!
const FOLDER = 'indexes/snapshots/'

/**
 * Trained states: the name of each at the target, by the number of its index; how many exist there, and how many do
 * not.
 */
type MovedSnapshots = { names: ReadonlyMap<number, string>; kept: number; lost: number }

/** A trained state of the source, and where its file is; `sum` is its SHA-256 in hex. */
type State = { index: number; name: string; key: string; sum: string }

/**
 * Copies the trained state of every index and reads it back. A missing state, or one that is not a file but a table of
 * pgvector, gets a name that no storage knows: the first start trains its index again. Throws AppError `bad-params` if
 * the target has states that no index of the source refers to.
 */
async function moveSnapshots(
  from: SourceSide,
  places: { from: ServicePlace; to: ServicePlace },
  log: ServiceLog,
): Promise<MovedSnapshots> {
  await using open = new AsyncDisposableStack()
  const objects = isShared(places.from) ? await openFileSource(places.from, log) : undefined
  open.defer(() => objects?.close())
  const folder = folderSource(places.from.dataDir)
  const placeOf = (name: string) => (isStateName(name) ? objects : folder)
  const names = new Map<number, string>()
  const states: State[] = []
  for await (const { index, name } of statesOf(from)) {
    const key = isStateName(name) ? keyOf(name) : FOLDER + name
    const place = placeOf(name)
    const sum = place === undefined ? null : await sumOf(place, key)
    if (sum === null) names.set(index, `lost/${name.slice(name.lastIndexOf('/') + 1)}`)
    else states.push({ index, name, key, sum })
  }
  const lost = names.size
  const staysThere = !isShared(places.to) && isSameFolder(places.from, places.to)
  const target = await openStateTarget(places.to, log)
  open.defer(() => target.close())
  const present = isShared(places.to) ? await findPresent(target, states) : new Map<number, string>()
  for (const state of states) {
    const name = present.get(state.index) ?? nameAt(places.to, state)
    names.set(state.index, name)
    if (staysThere && name === state.name) continue
    const to = isShared(places.to) ? keyOf(name) : FOLDER + name
    await copyFile({ from: state.key, to, sum: state.sum }, placeOf(state.name)!, target)
  }
  return { names, kept: states.length, lost }
}

/** Nodes of one database share trained states if they share objects. */
const isShared = ({ database, objects }: ServicePlace): boolean => database !== undefined && objects !== undefined

const openStateTarget = (place: ServicePlace, log: ServiceLog): Promise<FileTarget> =>
  isShared(place) ? openFileTarget(place, log) : folderTarget(place.dataDir)

async function* statesOf(from: SourceSide): AsyncGenerator<{ index: number; name: string }> {
  for await (const page of from.read(indexes))
    for (const row of page) {
      const name = valueOf(indexes, row, 'snapshot')
      if (name !== null) yield { index: Number(valueOf(indexes, row, 'id')), name: String(name) }
    }
}

function nameAt(place: ServicePlace, { index, name, sum }: State): string {
  if (isShared(place)) return nameFor(index, sum)
  return isStateName(name) ? `${index}-${sum}.snapshot` : name
}

/** States that an interrupted migration already copied, by their index. */
async function findPresent(target: FileTarget, states: readonly State[]): Promise<Map<number, string>> {
  const wanted = new Map(states.map(({ index, sum }) => [index, sum]))
  const present = new Map<number, string>()
  for await (const { key } of target.list(PREFIX)) {
    const name = nameOfKey(key)
    const index = Number(name.slice(0, name.indexOf('/')))
    if (!isStateName(name) || !contentOf(name).startsWith(wanted.get(index) ?? '-'))
      throw new AppError(
        'bad-params',
        `${target.title} holds trained states of another service (${key}), and a migration never mixes two. Choose another place, or empty it.`,
      )
    present.set(index, name)
  }
  return present
}
