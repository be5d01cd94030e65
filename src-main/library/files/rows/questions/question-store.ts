import { say } from '../../../../contract/sentences/say.ts'
import type { FileQuestion, QuestionPhoto } from '../../../../contract/library/questions.ts'
import { AppError } from '../../../../contract/errors.ts'
import type { PersonChange } from '../../../history/journal/change-store.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { PhotoStore } from '../../../photos/rows/photo-store.ts'
import { hasWork } from '../../../catalog/context/has-work.ts'

/** A doubt about a found file that only a person can resolve: is it the file of an older photo? */
export type AskedQuestion = { oldPhotoId: number; newPhotoId: number; reason: FileQuestion['reason'] }

export type QuestionStore = {
  /** Stores questions about photos with work of a person; the others are not worth asking. */
  ask(questions: readonly AskedQuestion[]): void
  /** Photos with a question, with all candidate files; the oldest question first. */
  open(limit: number): FileQuestion[]
  /** The number of photos with a question. */
  count(): number
  /**
   * The change of a person's answer: the candidate's file belongs to the photo, or with null none does. Throws
   * `bad-params` if there is no such question.
   */
  answer(photoId: number, candidateId: number | null): PersonChange
  /** The change that gives a missing photo the file of another one. */
  sameFile(photoId: number, fileOf: number): PersonChange
}

type Dependencies = Context & { photos: Pick<PhotoStore, 'detail'> }
type Row = { photoId: number; candidateIds: string; reason: FileQuestion['reason']; askedMs: number }

/** A question is open as long as the first photo has no file, and the second has one. */
const OPEN = `FROM file_questions q
  JOIN photos o ON o.id = q.old_photo_id AND o.is_missing = 1 AND o.removed_ms IS NULL
  JOIN photos n ON n.id = q.new_photo_id AND n.is_missing = 0 AND n.removed_ms IS NULL
  JOIN roots r ON r.folder_id = o.root_id AND r.removed_ms IS NULL
  JOIN roots s ON s.folder_id = n.root_id AND s.removed_ms IS NULL
  WHERE q.answer IS NULL`

/** Questions about the identity of files. */
export function createQuestionStore({ db, write, now, photos }: Dependencies): QuestionStore {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO file_questions (old_photo_id, new_photo_id, reason, asked_ms)
     VALUES (@oldPhotoId, @newPhotoId, @reason, @askedMs)`,
  )
  const open = db.prepare<[number], Row>(
    `SELECT q.old_photo_id AS photoId, json_group_array(q.new_photo_id) AS candidateIds, min(q.reason) AS reason,
       min(q.asked_ms) AS askedMs ${OPEN} GROUP BY q.old_photo_id ORDER BY min(q.id) LIMIT ?`,
  )
  const count = db.prepare<[], number>(`SELECT count(DISTINCT q.old_photo_id) ${OPEN}`).pluck()
  const asked = db.prepare<[number, number | null]>(
    `SELECT 1 ${OPEN} AND q.old_photo_id = ? AND q.new_photo_id = coalesce(?, q.new_photo_id)`,
  )
  return {
    ask: (questions) =>
      write(() => {
        const worthy = questions.filter(({ oldPhotoId }) => hasWork(db, oldPhotoId))
        for (const question of worthy) insert.run({ ...question, askedMs: now() })
      }),
    open: (limit) =>
      open.all(limit).map(({ photoId, candidateIds, ...question }) => ({
        ...question,
        photo: showPhoto(photos, photoId),
        candidates: (JSON.parse(candidateIds) as number[]).map((id) => showPhoto(photos, id)),
      })),
    count: () => count.get() ?? 0,
    answer: (photoId, candidateId) => {
      if (asked.get(photoId, candidateId) === undefined)
        throw new AppError('bad-params', say('errors.questionGone', { id: photoId }))
      return candidateId === null ? { kind: 'other-photos', ids: [photoId] } : sameFile(photos, photoId, candidateId)
    },
    sameFile: (photoId, fileOf) => sameFile(photos, photoId, fileOf),
  }
}

function sameFile(photos: Pick<PhotoStore, 'detail'>, oldPhotoId: number, newPhotoId: number): PersonChange {
  const { path } = photos.detail(newPhotoId)
  return { kind: 'same-photo', ids: [oldPhotoId, newPhotoId], pairs: [{ oldPhotoId, newPhotoId }], place: path }
}

function showPhoto(photos: Pick<PhotoStore, 'detail'>, id: number): QuestionPhoto {
  const { tags, ...photo } = photos.detail(id)
  return { ...photo, tags: tags.filter(({ source }) => source === 'person').map(({ name }) => name) }
}
