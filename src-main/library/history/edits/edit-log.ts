import { messageOf } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Log } from '../../host/log.ts'
import { type Edit, type EditEntry, type EditJournal, idsOfEdit, type PhotoReference } from './edit-journal.ts'
import { raiseSequence } from './sequences.ts'

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
