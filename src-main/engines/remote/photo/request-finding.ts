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
 * Result of one request: an answer, a wait that is not the photo's fault, or an error about this photo. Operations that
 * a service does not offer are postponed, too.
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
  /** The service saves photos in it with their categories. */
  index: { name: string; onSaved(contentHash: string): void } | undefined
}

/**
 * Requests one finding about a photo. An earlier answer that is not stored with its photo yet is reused. Rejects only
 * with a fault of the program.
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
  // Answers about other photos at the first failure: those before it do not show how the service is now.
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

/** A service that answers for others but fails at this photo is not unwell: the photo is the cause. */
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

/** Sends an upload again if the service dropped it. */
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

/** Stays the same after a restart, so that an answer lost with the program is not paid for twice. */
const nameKey = ({ contentHash }: Photo, question: string): string =>
  createHash('sha256').update(`${contentHash} ${question}`).digest('hex').slice(0, 32)

/** Raise it when kept answers are written differently. */
const FORMAT = 1

/** Names everything besides the photo that an answer depends on. */
function nameQuestion(operation: PhotoOperation, { service, choice }: RequestContext): string {
  const { categorizer, languages } = choice
  const details = operation === 'categories' ? [categorizer, ...languages] : operation === 'tags' ? languages : []
  return [FORMAT, service.place, operation, ...details].join(' ')
}
