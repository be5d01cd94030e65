import { formOf } from '../../service/service/client.ts'
import { findWrongHit, type Hits } from '../check-hits.ts'
import { pick, resultOf, type Action, type Lane } from '../lane.ts'
import { pickUpload, refusable, upload } from './pictures-work.ts'

/** The same names in every account. */
const INDEXES = ['shop', 'holidays']
const anyIndex = ({ random }: Lane) => pick(INDEXES, random)!
export const pathOf = (index: string) => `/v2/similar-images/categories/general_v3/${index}`

/** Entries of an index that only this lane alters, so that the order of its alterations is known. */
const ownEntries = ({ ledger, name }: Lane, index: string) =>
  [...ledger.index(index).entries.keys()].filter((id) => id.startsWith(`${name}-`))

export const save: Action = async (lane) => {
  const { ledger, requester, random, name } = lane
  const kept = pickUpload(lane)
  if (kept === undefined) return upload(lane)
  const [uploadId, picture] = kept
  const index = anyIndex(lane)
  const own = ownEntries(lane, index)
  const entry = random() < 0.2 ? (pick(own, random) ?? `${name}-0`) : `${name}-${own.length}`
  ledger.try(index, entry, picture)
  const path = `/v2/categories/general_v3?image_upload_id=${uploadId}&save_index=${index}&save_id=${entry}`
  const asked = { what: 'a picture saved in an index', path, analyses: 1, also: refusable(lane) }
  if (resultOf(await requester.send(asked)) !== undefined) ledger.accept(index, entry, picture)
}

export const remove: Action = async (lane) => {
  const { ledger, requester, random } = lane
  const index = anyIndex(lane)
  const entry = pick(ownEntries(lane, index), random)
  if (entry === undefined || !ledger.sureEntries(index).includes(entry)) return
  ledger.try(index, entry, null)
  const removed = await requester.send({
    what: 'the removal of an entry',
    path: `${pathOf(index)}/${entry}`,
    sent: { method: 'DELETE' },
    afterTries: [404],
  })
  if (removed) ledger.accept(index, entry, null)
}

export const hasEntry: Action = async (lane) => {
  const index = anyIndex(lane)
  const entry = pick(ownEntries(lane, index), lane.random)
  if (entry === undefined || !lane.ledger.sureEntries(index).includes(entry)) return
  const path = `${pathOf(index)}/${entry}`
  if (resultOf(await lane.requester.send({ what: 'a look for an entry', path })) === false)
    lane.state.fault(`${lane.name}: the entry "${entry}" of ${index} was accepted and is not there`)
}

export const train: Action = async (lane) => {
  const { ledger, requester, callbacks } = lane
  const index = anyIndex(lane)
  if (ledger.sureEntries(index).length === 0) return save(lane)
  const isCalled = lane.random() < 0.7
  const query = isCalled ? `?callback_url=${encodeURIComponent(callbacks.url)}` : ''
  const path = `${pathOf(index)}${query}`
  const ticket = resultOf(await requester.send({ what: 'a training', path, sent: { method: 'PUT' } }))?.ticket_id
  if (ticket !== undefined) ledger.tickets.set(ticket, { isFinal: false, isCalled })
}

export const readTicket: Action = async (lane) => {
  const { ledger, requester, state, random, name } = lane
  const chosen = pick([...ledger.tickets], random)
  if (chosen === undefined) return
  const [id, known] = chosen
  const before = known.isFinal
  const ticket = resultOf(await requester.send({ what: 'a ticket', path: `/v2/tickets/${id}` }))
  if (!ticket) return
  if (before && !ticket.is_final) state.fault(`${name}: ticket ${id} was final and is open again`)
  known.isFinal ||= ticket.is_final
}

export const search: Action = async (lane) => {
  const { ledger, requester, state, pictures, random, name } = lane
  const index = anyIndex(lane)
  if (ledger.sureEntries(index).length === 0) return save(lane)
  const asked = pick(pictures, random)!
  const count = random() < 0.5 ? 10 : -1
  const hits: Hits | undefined = resultOf(
    await requester.send({
      what: 'a search',
      path: `${pathOf(index)}?count=${count}`,
      sent: formOf({ image: asked.bytes }),
      analyses: 1,
      also: refusable(lane),
    }),
  )
  if (!hits) return
  const wrong = findWrongHit(hits, asked, ledger.index(index))
  if (wrong) state.fault(`${name}: a search of ${index} for picture ${asked.number}: ${wrong}`)
}
