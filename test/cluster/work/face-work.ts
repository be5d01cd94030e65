import { jsonOf } from '../../service/service/client.ts'
import { pick, resultOf, type Action } from '../lane.ts'
import { pickUpload, refusable, upload } from './pictures-work.ts'

/** Has faces found, and those grouped; engines find none in pictures without any. */
export const groupFaces: Action = async (lane) => {
  const { ledger, requester, random } = lane
  const kept = pickUpload(lane)
  if (kept === undefined) return upload(lane)
  const path = `/v2/faces/detections?image_upload_id=${kept[0]}&return_face_id=1`
  const found = resultOf(await requester.send({ what: 'faces', path, analyses: 1, also: refusable(lane) }))
  for (const { face_id } of found?.faces ?? []) ledger.faces.add(face_id)
  const faces = new Set(Array.from({ length: 5 }, () => pick([...ledger.faces], random)))
  if (ledger.faces.size === 0) return
  const isCalled = random() < 0.7
  const sent = jsonOf({ faces: [...faces], ...(isCalled && { callback_url: lane.callbacks.url }) }, 'POST')
  const ticket = resultOf(await requester.send({ what: 'a grouping', path: '/v2/faces/groupings', sent }))?.ticket_id
  if (ticket !== undefined) ledger.tickets.set(ticket, { faces: [...faces] as string[], isFinal: false, isCalled })
}
