import { keepText, readText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { join } from 'node:path'
import type { Context } from '../../catalog/context/context.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'

/** A person's wishes for an import. */
export type CardWishes = {
  label: string
  target: string
  backup: string
  rating: number
  tags: readonly string[]
  creator: string
  copyright: string
}

export type FileState = 'waits' | 'copied' | 'known' | 'failed'
const states: readonly FileState[] = ['waits', 'copied', 'known', 'failed']

export type NewCardFile = {
  /** Files of one item share a name. */
  unit: number
  /** A photo or a film, not a companion. */
  isMain: boolean
  /** On the card, relative to its folder. */
  place: string
  to: string
  /** Empty without a second copy. */
  backup: string
  bytes: number
  modifiedMs: number
  takenAt: string
}

export type CardFile = NewCardFile & {
  id: number
  state: FileState
  backupState: FileState
  reason: Text | null
  backupReason: Text | null
}

export type CardImport = { id: number; source: string; wishes: CardWishes }

export type CardImportStore = {
  /** Notes the files to be copied; on the disk when it returns. */
  begin(source: string, wishes: CardWishes, files: readonly NewCardFile[]): CardImport
  /** Imports that are not over. */
  open(): CardImport[]
  byId(id: number): CardImport | undefined
  files(importId: number): CardFile[]
  /** The card is at another place now. */
  moveSource(id: number, source: string): void
  update(file: CardFile): void
  /** Remembers a copied file forever; `contentHash` is the SHA-256 of its bytes. */
  remember(file: CardFile, name: string, contentHash: string): void
  /** Ends an import after its report. */
  end(id: number): void
  /** Whether a file of this content was imported before, or is in the library. */
  isKnown(contentHash: string): boolean
  /** How many contents of this size and time were imported before or are in the library. */
  countAlike(bytes: number, takenAt: string): number
  /** Files of this size in the library: their content hashes, empty if they were not read yet, and their paths. */
  ofSize(bytes: number): { contentHash: string; path: string }[]
}

type FileRow = Omit<CardFile, 'isMain' | 'state' | 'backupState' | 'reason' | 'backupReason'> & {
  reason: string
  backupReason: string
  isMain: number
  state: number
  backupState: number
}

/** Running imports from cards, and the contents of all imported files, even if their photos are gone. */
export function createCardImportStore({ db, now, write, writeDurably }: Context): CardImportStore {
  const byId = (id: number) =>
    toImport(
      db
        .prepare<[number], { id: number; source: string; wishes: string }>(
          'SELECT id, source, wishes FROM card_imports WHERE id = ?',
        )
        .get(id),
    )
  return {
    begin: (source, wishes, files) => byId(writeDurably(() => insert(db, { source, wishes, files, nowMs: now() })))!,
    open: () =>
      db
        .prepare<[], number>('SELECT id FROM card_imports ORDER BY id')
        .pluck()
        .all()
        .flatMap((id) => byId(id) ?? []),
    byId,
    files: (importId) => filesOf(db, importId),
    moveSource: (id, source) =>
      writeDurably(() => void db.prepare('UPDATE card_imports SET source = ? WHERE id = ?').run(source, id)),
    update: (file) => write(() => updateFile(db, file)),
    remember: (file, name, contentHash) =>
      write(() => {
        updateFile(db, file)
        db.prepare(
          `INSERT OR IGNORE INTO imported_files (content_hash, bytes, taken_at, name, imported_ms)
           VALUES (?, ?, ?, ?, ?)`,
        ).run(contentHash, file.bytes, file.takenAt, name, now())
      }),
    end: (id) => writeDurably(() => void db.prepare('DELETE FROM card_imports WHERE id = ?').run(id)),
    ...knownCalls(db),
  }
}

function filesOf(db: Db, importId: number): CardFile[] {
  return db
    .prepare<[number], FileRow>(
      `SELECT id, unit, is_main AS isMain, place, to_path AS "to", backup_path AS backup, bytes,
         modified_ms AS modifiedMs, taken_at AS takenAt, state, backup_state AS backupState, reason,
         backup_reason AS backupReason FROM card_import_files WHERE import_id = ? ORDER BY unit, id`,
    )
    .all(importId)
    .map(toFile)
}

function knownCalls(db: Db): Pick<CardImportStore, 'isKnown' | 'countAlike' | 'ofSize'> {
  const isKnown = db.prepare<{ hash: string }, number>(
    `SELECT EXISTS (SELECT 1 FROM imported_files WHERE content_hash = @hash)
       OR EXISTS (SELECT 1 FROM files WHERE content_hash = @hash AND content_hash <> '')`,
  )
  const ofSize = db.prepare<[number], { contentHash: string; folderId: number; name: string }>(
    'SELECT content_hash AS contentHash, folder_id AS folderId, name FROM files WHERE bytes = ? AND is_missing = 0',
  )
  const count = db.prepare<{ bytes: number; takenAt: string }, number>(
    `SELECT (SELECT count(*) FROM imported_files WHERE bytes = @bytes AND taken_at = @takenAt)
       + (SELECT count(*) FROM files f JOIN photos p ON p.id = f.photo_id
          WHERE f.bytes = @bytes AND p.taken_at = @takenAt
            AND NOT EXISTS (SELECT 1 FROM imported_files i WHERE i.content_hash = f.content_hash))`,
  )
  return {
    isKnown: (hash) => isKnown.pluck().get({ hash }) === 1,
    ofSize: (bytes) =>
      ofSize
        .all(bytes)
        .map(({ contentHash, folderId, name }) => ({ contentHash, path: join(createPathOf({ db })(folderId), name) })),
    countAlike: (bytes, takenAt) => count.pluck().get({ bytes, takenAt }) ?? 0,
  }
}

type NewImport = { source: string; wishes: CardWishes; files: readonly NewCardFile[]; nowMs: number }

function insert(db: Db, { source, wishes, files, nowMs }: NewImport): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO card_imports (source, wishes, begun_ms) VALUES (?, ?, ?)')
    .run(source, JSON.stringify(wishes), nowMs)
  const id = Number(lastInsertRowid)
  const add = db.prepare(
    `INSERT INTO card_import_files (import_id, unit, is_main, place, to_path, backup_path, bytes, modified_ms, taken_at)
     VALUES (@id, @unit, @isMain, @place, @to, @backup, @bytes, @modifiedMs, @takenAt)`,
  )
  for (const file of files) add.run({ ...file, id, isMain: file.isMain ? 1 : 0 })
  return id
}

function updateFile(db: Db, { id, to, backup, state, backupState, reason, backupReason }: CardFile): void {
  db.prepare(
    `UPDATE card_import_files SET to_path = ?, backup_path = ?, state = ?, backup_state = ?, reason = ?,
       backup_reason = ? WHERE id = ?`,
  ).run(to, backup, states.indexOf(state), states.indexOf(backupState), keepText(reason), keepText(backupReason), id)
}

const toImport = (row: { id: number; source: string; wishes: string } | undefined): CardImport | undefined =>
  row && { ...row, wishes: JSON.parse(row.wishes) as CardWishes }

const toFile = (row: FileRow): CardFile => ({
  ...row,
  reason: readText(row.reason),
  backupReason: readText(row.backupReason),
  isMain: row.isMain === 1,
  state: states[row.state] ?? 'failed',
  backupState: states[row.backupState] ?? 'failed',
})
