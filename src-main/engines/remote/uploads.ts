import type { RetryingClient } from './asking/asker.ts'
import type { ApiVersion } from './questions/question.ts'
import type { RemoteMemory } from './remote-types.ts'

/** Uploads of photos, each sent once and known again by the photo's content. */
export type Uploads = {
  /** Id of the photo's picture on the service; it is sent only where no good id is known. */
  idOf(contentHash: string, picture: Uint8Array): Promise<string>
  /** The service knows this id no longer: sends again, once for all who noticed. */
  renew(contentHash: string, picture: Uint8Array, badId: string): Promise<string>
}

export type UploadsParts = {
  dialect: ApiVersion
  /** Service, version and size of pictures: ids of others mean another picture. */
  place: string
  memory: RemoteMemory
  asker: RetryingClient
  now(): number
}

/** Services keep uploads for 24 hours; some time is left for the questions. */
const LIFE_MS = 23.5 * 3_600_000

/** Creates the uploads of one service. */
export function createUploads({ dialect, place, memory, asker, now }: UploadsParts): Uploads {
  /** Uploads under way, so that two photos with the same content are sent once. */
  const underWay = new Map<string, Promise<string>>()
  const send = async (contentHash: string, picture: Uint8Array) => {
    const id = await asker.ask(dialect.upload(picture), { isPaid: false })
    memory.keepUpload(place, contentHash, id, now() + LIFE_MS)
    return id
  }
  const sendOnce = (contentHash: string, picture: Uint8Array) => {
    const present = underWay.get(contentHash)
    if (present !== undefined) return present
    const sent = send(contentHash, picture).finally(() => underWay.delete(contentHash))
    underWay.set(contentHash, sent)
    return sent
  }
  return {
    idOf: async (contentHash, picture) => memory.uploadOf(place, contentHash, now()) ?? sendOnce(contentHash, picture),
    async renew(contentHash, picture, badId) {
      const known = memory.uploadOf(place, contentHash, now())
      if (known !== null && known !== badId) return known
      if (known !== null) memory.forgetUpload(place, contentHash)
      return sendOnce(contentHash, picture)
    },
  }
}
