import { copyFile as copy, constants } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceLog } from '../ports/service-log.ts'
import type { SourceSide, TargetSide } from '../store/transfer/side.ts'
import { valueOf, withValues, type Table } from '../store/transfer/table.ts'
import { tables } from '../store/transfer/tables.ts'
import { jobTable } from '../store/transfer/waiting-jobs.ts'
import { openFileSource, openFileTarget } from './file-place.ts'
import { fileIn, movePictures, refuseForeignPictures, type MovedPictures } from './move-pictures.ts'
import { compareRows, copyRows, type Change } from './move-rows.ts'
import { indexes, moveSnapshots, type MovedSnapshots } from './move-snapshots.ts'
import { checkPlaces, isSameFolder, keepSamePictures, type ServicePlace } from './service-place.ts'
import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { isUnavailable } from '../store/postgres/database-errors.ts'

/** The current step: pictures, or rows that are copied and then compared. */
export type MovedPart = 'pictures' | 'copied' | 'compared'

export type MoveOptions = {
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
    const { openPostgresSource } = await import('../store/postgres/transfer/postgres-source.ts')
    return openPostgresSource(database)
  }
  const { openSqliteSource } = await import('../store/sqlite/transfer/sqlite-source.ts')
  return openSqliteSource(dataDir)
}

/** Opens the target. */
async function openTarget(from: ServicePlace, to: ServicePlace, log: ServiceLog): Promise<TargetSide> {
  if (to.database !== undefined) {
    const { openPostgresTarget } = await import('../store/postgres/transfer/postgres-target.ts')
    const { openJobWriter } = await import('../jobs/postgres/job-writer.ts')
    return openPostgresTarget({ url: to.database, log, openJobs: openJobWriter })
  }
  const { openSqliteTarget } = await import('../store/sqlite/transfer/sqlite-target.ts')
  return openSqliteTarget(to.dataDir, { keepsPictures: keepSamePictures(from, to) })
}
