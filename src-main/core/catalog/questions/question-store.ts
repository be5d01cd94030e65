import type { Context } from '../context/context.ts'
import { hasWork } from './has-work.ts'

/** A doubt about a found file that only a person can settle: is it the file of an older photo? */
export type FileQuestion = { oldPhotoId: number; newPhotoId: number; reason: 'same-place' | 'equal-copies' }
export type OpenQuestion = FileQuestion & { id: number; askedMs: number }

export type QuestionStore = {
  /** Keeps questions about photos that a person did something to; the others are not worth one. */
  ask(questions: readonly FileQuestion[]): void
  /** Questions without an answer, the oldest first. */
  open(limit: number): OpenQuestion[]
  count(): number
}

const OPEN = 'answer IS NULL'
const COLUMNS = 'id, old_photo_id AS oldPhotoId, new_photo_id AS newPhotoId, reason, asked_ms AS askedMs'

/** Questions about the identity of files. */
export function createQuestionStore({ db, write, now }: Context): QuestionStore {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO file_questions (old_photo_id, new_photo_id, reason, asked_ms)
     VALUES (@oldPhotoId, @newPhotoId, @reason, @askedMs)`,
  )
  const open = db.prepare<[number], OpenQuestion>(
    `SELECT ${COLUMNS} FROM file_questions WHERE ${OPEN} ORDER BY id LIMIT ?`,
  )
  const count = db.prepare<[], number>(`SELECT count(*) FROM file_questions WHERE ${OPEN}`).pluck()
  return {
    ask: (questions) =>
      write(() => {
        const worthy = questions.filter(({ oldPhotoId }) => hasWork(db, oldPhotoId))
        for (const question of worthy) insert.run({ ...question, askedMs: now() })
      }),
    open: (limit) => open.all(limit),
    count: () => count.get() ?? 0,
  }
}
