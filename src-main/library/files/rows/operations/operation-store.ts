import { basename } from 'node:path'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { OperationChange } from '../../../history/journal/change-kinds.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { FileStore } from '../file-store.ts'
import type { SettledFile } from '../settle-files.ts'
import { type MovablePhoto, movablePhotos } from './movable-photos.ts'

/** The move of a file or folder. */
export type NewMove = {
  /** Files of one unit move together or not at all: those of a photo, or of photos that exchange names. */
  unit: number
  /** 0 for a folder. */
  photoId: number
  /** Null for a companion such as a sidecar, and for a folder. */
  fileId: number | null
  from: string
  to: string
  /** Device and inode at its present place. */
  key: string
  /** As it was when it was planned. */
  bytes: number
  modifiedMs: number
}

export type FileMove = NewMove & {
  id: number
  operationId: number
  /** Whether it is at its new place. */
  isThere: boolean
  /** Whether the history has it there. */
  isReported: boolean
}

/** Moves that are carried out and undone together. */
export type FileOperation = {
  id: number
  /** Its change in the history; the journal fills in the number of the operation. */
  change: OperationChange
  /** Files are being moved, or were when the program was stopped. */
  isOpen: boolean
  /** Whether its files move to their new places, or back. */
  isForward: boolean
  /** Its entry of the history; null before there is one. */
  changeId: number | null
}

export type OperationStore = {
  /** Photos with their present files, in pages. */
  photos(ids: readonly number[]): Generator<MovablePhoto[]>
  /** Notes an operation before it begins; on the disk when it returns. */
  begin(change: OperationChange, moves: readonly NewMove[]): FileOperation
  byId(id: number): FileOperation | undefined
  /** The operation of an entry of the history. */
  ofChange(changeId: number): FileOperation | undefined
  /** Unfinished operations, the oldest first. */
  open(): FileOperation[]
  moves(operationId: number): FileMove[]
  /** Its files are about to move to their new places, or back; on the disk when it returns. */
  turn(id: number, isForward: boolean): void
  /**
   * Records that files moved to their new places, or back, with their keys there; the catalogue's places follow in the
   * same transaction.
   */
  record(moves: readonly FileMove[], isThere: boolean, settled: readonly SettledFile[]): number[]
  /** Finishes an operation; files that did not move the first time are forgotten. */
  close(id: number, changeId: number | null): void
}

type OperationRow = { id: number; change: string; isOpen: number; wanted: number; changeId: number | null }
type MoveRow = Omit<FileMove, 'isThere' | 'isReported'> & { isThere: number; isReported: number }

const OPERATION = 'SELECT id, change, is_open AS isOpen, wanted, change_id AS changeId FROM file_operations'
const MOVE = `SELECT id, operation_id AS operationId, unit, photo_id AS photoId, file_id AS fileId, from_path AS "from",
  to_path AS "to", file_key AS key, bytes, modified_ms AS modifiedMs, is_there AS isThere, is_told AS isReported FROM file_moves`

type Dependencies = Context & { files: Pick<FileStore, 'settle'> }

/** Moves on the disk: noted before the first file moves, so that an interruption at any moment can be repaired. */
export function createOperationStore({ db, now, write, writeDurably, files }: Dependencies): OperationStore {
  const byId = (id: number) => toOperation(db.prepare<[number], OperationRow>(`${OPERATION} WHERE id = ?`).get(id))
  return {
    photos: (ids) => movablePhotos(db, ids),
    begin: (change, moves) => byId(writeDurably(() => insert(db, change, moves, now())))!,
    byId,
    ofChange: (changeId) =>
      toOperation(db.prepare<[number], OperationRow>(`${OPERATION} WHERE change_id = ?`).get(changeId)),
    open: () =>
      db
        .prepare<[], OperationRow>(`${OPERATION} WHERE is_open = 1 ORDER BY id`)
        .all()
        .flatMap((row) => toOperation(row) ?? []),
    moves: (operationId) =>
      db
        .prepare<[number], MoveRow>(`${MOVE} WHERE operation_id = ? ORDER BY unit, id`)
        .all(operationId)
        .map((row) => ({ ...row, isThere: row.isThere === 1, isReported: row.isReported === 1 })),
    turn: (id, isForward) =>
      void writeDurably(() =>
        db.prepare('UPDATE file_operations SET is_open = 1, wanted = ? WHERE id = ?').run(isForward ? 1 : 0, id),
      ),
    record: (moves, isThere, settled) =>
      write(() => {
        const update = db.prepare('UPDATE file_moves SET is_there = ?, file_key = ? WHERE id = ?')
        for (const { id, key } of moves) update.run(isThere ? 1 : 0, key, id)
        keepOriginalNames(db, moves, isThere)
        return files.settle(settled)
      }),
    close: (id, changeId) => writeDurably(() => close(db, id, changeId)),
  }
}

function insert(db: Db, change: OperationChange, moves: readonly NewMove[], nowMs: number): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO file_operations (change, is_open, wanted, begun_ms) VALUES (?, 1, 1, ?)')
    .run(JSON.stringify(change), nowMs)
  const add = db.prepare(
    `INSERT INTO file_moves (operation_id, unit, photo_id, file_id, from_path, to_path, file_key, bytes, modified_ms)
     VALUES (@operationId, @unit, @photoId, @fileId, @from, @to, @key, @bytes, @modifiedMs)`,
  )
  const operationId = Number(lastInsertRowid)
  for (const move of moves) add.run({ ...move, operationId })
  return operationId
}

function close(db: Db, id: number, changeId: number | null): void {
  db.prepare(
    `DELETE FROM file_moves WHERE operation_id = @id AND is_there = 0
       AND (SELECT change_id IS NULL FROM file_operations WHERE id = @id)`,
  ).run({ id })
  const isEmpty = db.prepare('SELECT 1 FROM file_moves WHERE operation_id = ? LIMIT 1').get(id) === undefined
  if (isEmpty && changeId === null) db.prepare('DELETE FROM file_operations WHERE id = ?').run(id)
  else
    db.prepare('UPDATE file_operations SET is_open = 0, change_id = coalesce(?, change_id) WHERE id = ?').run(
      changeId,
      id,
    )
}

/** The first name of a photo's file is kept through all renamings. */
function keepOriginalNames(db: Db, moves: readonly FileMove[], isThere: boolean): void {
  if (!isThere) return
  const isMain = db.prepare<[number]>('SELECT 1 FROM files WHERE id = ? AND is_main = 1')
  const keep = db.prepare(
    'INSERT OR IGNORE INTO original_names (photo_id, name) SELECT id, @name FROM photos WHERE id = @photoId',
  )
  for (const { photoId, fileId, from, to } of moves)
    if (fileId !== null && basename(from) !== basename(to) && isMain.get(fileId) !== undefined)
      keep.run({ photoId, name: basename(from) })
}

function toOperation(row: OperationRow | undefined): FileOperation | undefined {
  if (row === undefined) return undefined
  const { id, change, isOpen, wanted, changeId } = row
  return { id, change: JSON.parse(change) as OperationChange, isOpen: isOpen === 1, isForward: wanted === 1, changeId }
}
