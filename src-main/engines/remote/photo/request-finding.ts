import { several, say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { createHash } from 'node:crypto'
import type { EngineChoice } from '../../../contract/library/remote.ts'
import { RemoteError } from '../http/remote-error.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'
import type { Answers, PhotoOperation, RequestOptions } from '../requests/api-version.ts'
import type { ReachedService, Session } from '../session/session.ts'
import type { Photo } from '../session/uploads.ts'

/**
 * What became of one request: an answer, a wait through no fault of the photo, or an error about this very photo. What
 * a service does not offer stays postponed, too.
 */
export type Reply<O extends PhotoOperation = PhotoOperation> =
  | { kind: 'answer'; answer: Answers[O] }
  | { kind: 'postponed' }
  | { kind: 'failed'; reason: Text }
  | { kind: 'not-offered'; reason: Text }

export type RequestContext = {
  session: Session
  service: ReachedService
  memory: Pick<RemoteMemory, 'answerOf' | 'keepAnswer'>
  choice: EngineChoice
  /** Photos are saved in it along with categories. */
  index: { name: string; onSaved(contentHash: string): void } | undefined
}

/**
 * Asks for one finding about a photo. What was answered before and is not with its photo yet is not asked again. Never
 * rejects but for a fault of the program.
 */
export async function requestFinding<O extends PhotoOperation>(
  operation: O,
  photo: Photo,
  context: RequestContext,
): Promise<Reply<O>> {
  const { memory, session, index } = context
  const question = nameQuestion(operation, context)
  const kept = memory.answerOf(photo.contentHash, question)
  if (kept !== null) return { kind: 'answer', answer: JSON.parse(kept) as Answers[O] }
  // Of others, when the first try failed: those before it say nothing of how the service is now.
  let answersBefore: number | undefined
  const onFailure = () => void (answersBefore ??= session.answers)
  try {
    const asked = { key: nameKey(photo, question), onFailure }
    const answer = (await requestOnUpload(operation, photo, asked, context)) as Answers[O]
    session.noteAnswer()
    memory.keepAnswer(photo.contentHash, question, JSON.stringify(answer))
    if (operation === 'categories') index?.onSaved(photo.contentHash)
    return { kind: 'answer', answer }
  } catch (error) {
    const othersWereAnswered = session.answers > (answersBefore ?? session.answers)
    return replyTo(RemoteError.of(error), operation, othersWereAnswered, session)
  }
}

/** A service that answers others while it fails at this photo is not unwell: it is the photo. */
function replyTo(
  error: RemoteError,
  operation: PhotoOperation,
  othersWereAnswered: boolean,
  session: Session,
): Reply<never> {
  const { kind, status, text } = error
  if (kind === 'rejected') return { kind: 'failed', reason: text }
  if (kind === 'gone' && status !== 404) return { kind: 'failed', reason: text }
  if (kind === 'gone') {
    const reason = several([say('remote.notOffered', { operation }), text])
    return { kind: 'not-offered', reason }
  }
  if (kind === 'unwell' && othersWereAnswered) return { kind: 'failed', reason: text }
  session.handleError(error)
  return { kind: 'postponed' }
}

/** An upload that the service forgot is sent once more. */
async function requestOnUpload(
  operation: PhotoOperation,
  photo: Photo,
  { key, onFailure }: { key: string; onFailure: () => void },
  { session, service, choice, index }: RequestContext,
): Promise<unknown> {
  const { apiVersion, uploads } = service
  const options: RequestOptions = {
    categorizer: choice.categorizer,
    languages: choice.languages,
    ...(index === undefined ? {} : { save: { index: index.name, id: photo.contentHash } }),
  }
  const send = (id: string) => {
    const { call, schema } = apiVersion.request(operation, id, options)
    return session.client.send({ call: { ...call, key }, schema }, { isPaid: true, onFailure })
  }
  const uploadId = await uploads.idOf(photo, onFailure)
  try {
    return await send(uploadId)
  } catch (error) {
    if (RemoteError.of(error).kind !== 'gone') throw error
    return send(await uploads.renew(photo, uploadId, onFailure))
  }
}

/** The same after a restart of the program: an answer that was lost with it is not paid for again. */
const nameKey = ({ contentHash }: Photo, question: string): string =>
  createHash('sha256').update(`${contentHash} ${question}`).digest('hex').slice(0, 32)

/** Raised when kept answers are written in another way. */
const FORMAT = 1

/** Names everything that an answer depends on beside the photo. */
function nameQuestion(operation: PhotoOperation, { service, choice }: RequestContext): string {
  const { categorizer, languages } = choice
  const details = operation === 'categories' ? [categorizer, ...languages] : operation === 'tags' ? languages : []
  return [FORMAT, service.place, operation, ...details].join(' ')
}
