import type { EngineChoice } from '../../contract/library/remote.ts'
import type { UploadPicture } from '../../analysis/photo/findings.ts'
import type { Answers, AskOptions, ApiVersion, Subject } from './questions/question.ts'
import type { RemoteMemory } from './remote-types.ts'
import type { Session } from './session.ts'
import { RemoteError } from './trouble.ts'
import type { Uploads } from './uploads.ts'

/** What became of one question: an answer, a wait through no fault of the photo, or trouble with this very photo. */
export type Reply<S extends Subject = Subject> =
  | { kind: 'answer'; answer: Answers[S] }
  | { kind: 'postponed' }
  | { kind: 'failed'; reason: string }
  | { kind: 'not-offered'; reason: string }

export type AskAboutParts = {
  session: Session
  uploads: Uploads
  dialect: ApiVersion
  memory: RemoteMemory
  place: string
  choice: EngineChoice
  index: { name: string; onSaved(contentHash: string): void } | undefined
  /** Good answers so far, of all photos. */ tally: { good: number }
}
export type Photo = { contentHash: string; picture: UploadPicture }

/**
 * Asks one question about a photo. What was answered before and is not with its photo yet is not asked again. Never
 * rejects but for a fault of the program.
 */
export async function askAbout<S extends Subject>(subject: S, photo: Photo, parts: AskAboutParts): Promise<Reply<S>> {
  const { memory, session, tally } = parts
  const question = questionOf(subject, parts)
  const kept = memory.answerOf(photo.contentHash, question)
  if (kept !== null) return { kind: 'answer', answer: JSON.parse(kept) as Answers[S] }
  const goodBefore = tally.good
  try {
    const answer = (await askOnUpload(subject, photo, parts)) as Answers[S]
    tally.good += 1
    session.gate.noteGood()
    memory.keepAnswer(photo.contentHash, question, JSON.stringify(answer))
    if (subject === 'categories') parts.index?.onSaved(photo.contentHash)
    return { kind: 'answer', answer }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return replyTo(error, subject, tally.good > goodBefore, session)
  }
}

/** A service that answers others while it fails at this photo is not unwell: it is the photo. */
function replyTo(trouble: RemoteError, subject: Subject, othersWereAnswered: boolean, session: Session): Reply<never> {
  if (trouble.kind === 'rejected') return { kind: 'failed', reason: trouble.message }
  if (trouble.kind === 'gone' && trouble.status !== 404) return { kind: 'failed', reason: trouble.message }
  if (trouble.kind === 'gone')
    return {
      kind: 'not-offered',
      reason: `The service does not offer ${subject} as they are asked for. ${trouble.message}`,
    }
  if (trouble.kind === 'unwell' && othersWereAnswered) return { kind: 'failed', reason: trouble.message }
  session.heed(trouble)
  return { kind: 'postponed' }
}

/** An upload that the service forgot is sent once more. */
async function askOnUpload(
  subject: Subject,
  { contentHash, picture }: Photo,
  { session, uploads, dialect, choice, index }: AskAboutParts,
): Promise<unknown> {
  const options: AskOptions = {
    categorizer: choice.categorizer,
    languages: choice.languages,
    ...(index === undefined ? {} : { save: { index: index.name, id: contentHash } }),
  }
  const ask = (uploadId: string) => session.asker.ask(dialect.ask(subject, uploadId, options), { isPaid: true })
  const uploadId = await uploads.idOf(contentHash, picture.bytes)
  try {
    return await ask(uploadId)
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind !== 'gone') throw error
    return ask(await uploads.renew(contentHash, picture.bytes, uploadId))
  }
}

/** Raised when kept answers are written in another way. */
const FORMAT = 1

/** Names everything that an answer depends on beside the photo. */
function questionOf(subject: Subject, { place, choice }: AskAboutParts): string {
  const details =
    subject === 'categories' ? [choice.categorizer, ...choice.languages] : subject === 'tags' ? choice.languages : []
  return [FORMAT, place, subject, ...details].join(' ')
}
