import { jsonOf } from '../../service/service/client.ts'
import { resultOf, type Action } from '../lane.ts'
import { pickUpload, upload } from './pictures-work.ts'

/** An account's maximum of open ones, less those that cut connections left. */
const MAX_BATCHES = 8

export const handIn: Action = async (lane) => {
  const { ledger, requester, callbacks, random } = lane
  if (ledger.uploads.size === 0) return upload(lane)
  const open = [...ledger.batches.keys()].filter((id) => !callbacks.called.has(id))
  if (open.length >= MAX_BATCHES) return
  const chosen = Array.from({ length: 3 + Math.floor(random() * 10) }, () => pickUpload(lane)!)
  const images = chosen.map(([id]) => ({ image_upload_id: id }))
  const body = { images, operations: { tags: {} }, callback_url: callbacks.url }
  const asked = { what: 'a batch', path: '/v2/batches', sent: jsonOf(body, 'POST'), later: images.length }
  const ticket = resultOf(await requester.send(asked))?.ticket_id
  if (ticket !== undefined) ledger.batches.set(ticket, { pictures: chosen.map(([, picture]) => picture) })
}
