import { isDeepStrictEqual } from 'node:util'
import { formOf } from '../service/service/client.ts'
import { findWrongWhole, type Hits } from './check-hits.ts'
import { resultOf, type Lane } from './lane.ts'
import { until } from '../fixtures/until.ts'
import { LEASE_MS } from '../../src-main/service/batches/batch-limits.ts'
import { pathOf } from './work/index-work.ts'

/**
 * Maximum time until accepted work is done after the last disturbance: a picture that could not be given back while the
 * database was down is free again after its lease of three minutes.
 */
const SETTLE_MS = LEASE_MS + 60_000
const PAGE = 500
/** Pictures of batches that a kill may leave uncounted, since their results are stored before they are counted. */
const UNCOUNTED_BY_KILL = 16

/** Looks for everything promised to an account; missing or wrong data is a fault. */
export async function checkPromises(lane: Lane, kills: number): Promise<void> {
  await checkTickets(lane)
  await checkBatches(lane)
  await checkCallbacks(lane)
  for (const index of lane.ledger.indexes.keys()) await checkIndex(lane, index)
  await checkFeedback(lane)
  await checkUsage(lane, kills)
  checkRate(lane)
  await checkUploads(lane)
}

async function checkTickets({ ledger, requester, state, name }: Lane): Promise<void> {
  for (const [id, { faces }] of ledger.tickets) {
    let result: Record<string, unknown> | undefined
    await until(
      `ticket ${id} of ${name} is final`,
      async () => {
        const ticket = resultOf(await requester.send({ what: 'a ticket', path: `/v2/tickets/${id}` }))
        result = ticket?.ticket_result
        return ticket === undefined || ticket.is_final
      },
      SETTLE_MS,
    )
    const isGood = faces === undefined ? result?.['state'] === 'trained' : holdsAll(result, faces)
    if (!isGood) state.fault(`${name}: ticket ${id} ended as ${JSON.stringify(result)}`)
  }
}

/** A grouping names each face once, in a group or by itself. */
function holdsAll(result: Record<string, unknown> | undefined, faces: readonly string[]): boolean {
  const { groups, ungrouped } = (result ?? {}) as { groups?: string[][]; ungrouped?: string[] }
  return isDeepStrictEqual([...(groups?.flat() ?? []), ...(ungrouped ?? [])].sort(), [...faces].sort())
}

async function checkBatches({ ledger, requester, state, name }: Lane): Promise<void> {
  for (const [id, { pictures }] of ledger.batches) {
    await until(
      `batch ${id} of ${name} is done`,
      async () => {
        const batch = resultOf(await requester.send({ what: 'a batch', path: `/v2/batches/${id}` }))
        return batch === undefined || batch.state === 'done'
      },
      SETTLE_MS,
    )
    const path = `/v2/batches/${id}/results?limit=${PAGE}`
    const page = resultOf(await requester.send({ what: 'results of a batch', path }))
    const found = page?.results.map(({ results }: { results: { tags?: { tags: unknown } } }) => results.tags?.tags)
    if (
      !isDeepStrictEqual(
        found,
        pictures.map(({ tags }) => tags),
      )
    )
      state.fault(`${name}: batch ${id} has other results: ${JSON.stringify(page).slice(0, 500)}`)
  }
}

async function checkCallbacks({ ledger, callbacks, name }: Lane): Promise<void> {
  const wanted = [...ledger.tickets].flatMap(([id, { isCalled }]) => (isCalled ? [id] : []))
  for (const id of [...wanted, ...ledger.batches.keys()])
    await until(`the address of ${id} of ${name} is called`, () => callbacks.called.has(id), SETTLE_MS)
}

/** Trains once more; then exactly the saved entries are found, at their distances. */
async function checkIndex({ ledger, requester, state, pictures, name }: Lane, id: string): Promise<void> {
  const index = ledger.index(id)
  const [entry] = ledger.sureEntries(id)
  if (entry === undefined) return
  const asked = { what: 'a training', path: pathOf(id), sent: { method: 'PUT' } }
  const ticket = resultOf(await requester.send(asked))?.ticket_id
  await until(
    `ticket ${ticket} of ${name} is final`,
    async () => resultOf(await requester.send({ what: 'a ticket', path: `/v2/tickets/${ticket}` }))?.is_final,
  )
  const [own] = [...index.entries.get(entry)!.possible]
  // by an entry it counts as no analysis, for which a quota may have no room
  const byEntry = { what: 'a search by an entry', path: `${pathOf(id)}?entry=${entry}&count=-1` }
  await check(own!, byEntry)
  if (requester.account.plan === 'small') return
  for (const picture of pictures.slice(0, 3)) {
    const sent = formOf({ image: picture.bytes })
    await check(picture, { what: 'a search', path: `${pathOf(id)}?count=-1`, sent, analyses: 1 })
  }

  async function check(picture: typeof own & {}, search: Parameters<typeof requester.send>[0]) {
    const hits = resultOf(await requester.send(search)) as Hits | undefined
    const isSelf = search.sent === undefined
    const found = hits && isSelf ? withSelf(hits, entry!) : hits
    const wrong = found ? findWrongWhole(found, picture, index) : 'no answer'
    if (wrong) state.fault(`${name}: ${id}, trained, asked for picture ${picture.number}: ${wrong}`)
  }
}

/** A search by an entry leaves that one out. */
const withSelf = ({ images }: Hits, entry: string): Hits => {
  const all = images.some(({ id }) => id === entry) ? images : [{ id: entry, distance: 0 }, ...images]
  return { count: all.length, images: all }
}

async function checkFeedback({ ledger, requester, state, name }: Lane): Promise<void> {
  if (requester.account.plan === 'small') return // its quota is used up
  for (const { index, tag, uploadId } of ledger.feedback) {
    const path = `/v2/tags?image_upload_id=${uploadId}&use_feedback=1&feedback_index=${index}`
    const found = resultOf(await requester.send({ what: 'tags with feedback', path, analyses: 1 }))
    if (!found?.tags.some((each: { tag: { en: string } }) => each.tag.en === tag))
      state.fault(`${name}: the feedback "${tag}" was accepted and has no effect: ${JSON.stringify(found)}`)
  }
}

async function checkUsage({ ledger, requester, state, name }: Lane, kills: number): Promise<void> {
  const usage = resultOf(await requester.send({ what: 'usage', path: '/v2/usage' }))
  const { total_processed: total, monthly_processed: monthly, monthly_limit: limit } = usage
  const { attempted, succeeded } = requester.analyses
  const batched = [...ledger.batches.values()].reduce((sum, { pictures }) => sum + pictures.length, 0)
  const least = succeeded + Math.max(0, batched - kills * UNCOUNTED_BY_KILL)
  if (total < least || total > attempted || total < ledger.processed)
    state.fault(
      `${name}: usage tells ${total} analyses: ${succeeded} answered, ${batched} in batches, ${attempted} tried`,
    )
  if (requester.account.plan === 'small' && monthly > limit)
    state.fault(`${name}: the quota of ${limit} was passed: ${monthly}`)
}

/** Requests that began and were answered within some seconds were admitted within them. */
function checkRate({ requester: { account, letIn }, state }: Lane): void {
  if (account.plan !== 'paced') return
  const [window, perSecond] = [5000, 6]
  for (const { from } of letIn) {
    const within = letIn.filter((span) => span.from >= from && span.to <= from + window).length
    if (within > perSecond * (window / 1000 + 1))
      return state.fault(`${account.key}: ${within} requests were let in within ${window} ms`)
  }
}

/** Each upload is there: it can be removed, once. */
async function checkUploads({ ledger, requester, state, name }: Lane): Promise<void> {
  for (const id of ledger.uploads.keys()) {
    const ask = { what: 'an upload at the end', path: `/v2/uploads/${id}`, sent: { method: 'DELETE' } }
    await requester.send(ask)
  }
  for (const id of ledger.removedUploads) {
    const ask = { what: 'a removed upload', path: `/v2/uploads/${id}`, sent: { method: 'DELETE' } }
    const heard = await requester.send({ ...ask, also: [410] })
    if (heard?.status !== 410) state.fault(`${name}: the removed upload ${id} is ${heard?.status}`)
  }
}
