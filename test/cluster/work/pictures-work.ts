import { isDeepStrictEqual } from 'node:util'
import { formOf } from '../../service/service/client.ts'
import { pick, resultOf, type Action, type Lane } from '../lane.ts'
import type { Picture } from '../pictures.ts'

const drawn = ({ pictures, random }: Lane): Picture => pick(pictures, random)!
/** An upload of the account and its content. */
export const pickUpload = ({ ledger, random }: Lane) => pick([...ledger.uploads], random)
/** For a plan with a used-up quota. */
export const refusable = ({ requester }: Lane): number[] => (requester.account.plan === 'small' ? [403] : [])

async function sendUpload(lane: Lane, picture: Picture): Promise<string | undefined> {
  const heard = await lane.requester.send({
    what: 'an upload',
    path: '/v2/uploads',
    sent: formOf({ image: picture.bytes }),
  })
  return resultOf(heard)?.upload_id
}

export const upload: Action = async (lane) => {
  const picture = drawn(lane)
  const id = await sendUpload(lane, picture)
  if (id !== undefined) lane.ledger.uploads.set(id, picture)
}

export const uploadAndRemove: Action = async (lane) => {
  const id = await sendUpload(lane, drawn(lane))
  if (id === undefined) return
  const path = `/v2/uploads/${id}`
  const removed = await lane.requester.send({
    what: 'the removal of an upload',
    path,
    sent: { method: 'DELETE' },
    afterTries: [404, 410],
  })
  if (removed) lane.ledger.removedUploads.push(id)
}

export function checkTags(lane: Pick<Lane, 'state' | 'name'>, found: unknown, picture: Picture): void {
  if (found !== undefined && !isDeepStrictEqual(found, picture.tags))
    lane.state.fault(`${lane.name}: picture ${picture.number} got tags ${JSON.stringify(found).slice(0, 300)}`)
}

export const tagContent: Action = async (lane) => {
  const picture = drawn(lane)
  const asked = { what: 'tags of a picture', path: '/v2/tags', sent: formOf({ image: picture.bytes }), analyses: 1 }
  checkTags(lane, resultOf(await lane.requester.send({ ...asked, also: refusable(lane) }))?.tags, picture)
}

export const tagUpload: Action = async (lane) => {
  const kept = pickUpload(lane)
  if (kept === undefined) return upload(lane)
  const [id, picture] = kept
  const asked = { what: 'tags of an upload', path: `/v2/tags?image_upload_id=${id}`, analyses: 1 }
  checkTags(lane, resultOf(await lane.requester.send({ ...asked, also: refusable(lane) }))?.tags, picture)
}

export const giveFeedback: Action = async (lane) => {
  const kept = pickUpload(lane)
  if (kept === undefined) return upload(lane)
  const [uploadId, picture] = kept
  const n = lane.ledger.feedback.length
  const [index, tag] = [`${lane.name}-${n}`, `noted by ${lane.name} ${n}`]
  const path = `/v2/tags?image_upload_id=${uploadId}&accept_feedback=1&feedback_index=${index}`
  const result = resultOf(
    await lane.requester.send({ what: 'tags to judge', path, analyses: 1, also: refusable(lane) }),
  )
  if (result === undefined) return
  checkTags(lane, result.tags, picture)
  const body = new URLSearchParams({ added: tag })
  const given = await lane.requester.send({
    what: 'feedback',
    path: `/v2/feedback/${result.feedback_id}`,
    sent: { method: 'POST', body },
  })
  if (given) lane.ledger.feedback.push({ index, tag, uploadId })
}

/** Requests another account's data. */
export const peek: Action = async (lane) => {
  const { foreign, random, requester } = lane
  const paths = [
    ...[pick([...foreign.uploads.keys()], random)].map((id) => id && `/v2/tags?image_upload_id=${id}`),
    ...[pick([...foreign.tickets.keys()], random)].map((id) => id && `/v2/tickets/${id}`),
    ...[pick([...foreign.batches.keys()], random)].map((id) => id && `/v2/batches/${id}`),
  ]
  const path = pick(paths, random)
  if (!path) return
  const heard = await requester.send({
    what: "a look at another account's things",
    path,
    also: [404, ...refusable(lane)],
  })
  if (resultOf(heard) !== undefined) lane.state.fault(`${lane.name}: ${path} of another account was answered`)
}

export const readUsage: Action = async (lane) => {
  const { requester, ledger, state, name } = lane
  const { succeeded } = requester.analyses
  const usage = resultOf(await requester.send({ what: 'usage', path: '/v2/usage' }))
  if (!usage) return
  const { total_processed: total, monthly_processed: monthly, monthly_limit: limit, concurrency } = usage
  if (total < succeeded) state.fault(`${name}: usage tells ${total} analyses after ${succeeded} that went well`)
  if (requester.account.plan === 'small' && monthly > limit)
    state.fault(`${name}: the quota of ${limit} was passed: ${monthly}`)
  if (concurrency.now > concurrency.max) state.fault(`${name}: ${concurrency.now} requests at once were let in`)
  ledger.processed = Math.max(ledger.processed, total)
}
