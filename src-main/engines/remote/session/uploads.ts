import type { RetryingClient } from '../limits/retrying-client.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'
import type { ApiVersion } from '../requests/api-version.ts'

export type UploadsDependencies = {
  apiVersion: Pick<ApiVersion, 'upload'>
  /** Service, version and size of pictures: ids of others mean another picture. */
  place: string
  memory: Pick<RemoteMemory, 'uploadOf' | 'keepUpload' | 'forgetUpload'>
  client: RetryingClient
  now(): number
}

/** Services keep uploads for 24 hours; some time is left for the requests. */
const LIFE_MS = 23.5 * 3_600_000

/** Uploads of photos to one service, each sent once and known again by the photo's content. */
export class Uploads {
  readonly #dependencies: UploadsDependencies
  /** So that two photos with the same content are sent once. */
  readonly #underWay = new Map<string, Promise<string>>()

  constructor(dependencies: UploadsDependencies) {
    this.#dependencies = dependencies
  }

  /** Id of the photo's picture on the service; it is sent only where no good id is known. */
  async idOf(contentHash: string, picture: Uint8Array): Promise<string> {
    return this.#knownId(contentHash) ?? this.#sendOnce(contentHash, picture)
  }

  /** The service knows this id no longer: sends again, once for all who noticed. */
  async renew(contentHash: string, picture: Uint8Array, badId: string): Promise<string> {
    const { memory, place } = this.#dependencies
    const known = this.#knownId(contentHash)
    if (known !== null && known !== badId) return known
    if (known !== null) memory.forgetUpload(place, contentHash)
    return this.#sendOnce(contentHash, picture)
  }

  #knownId(contentHash: string): string | null {
    const { memory, place, now } = this.#dependencies
    return memory.uploadOf(place, contentHash, now())
  }

  #sendOnce(contentHash: string, picture: Uint8Array): Promise<string> {
    const present = this.#underWay.get(contentHash)
    if (present !== undefined) return present
    const sent = this.#send(contentHash, picture).finally(() => this.#underWay.delete(contentHash))
    this.#underWay.set(contentHash, sent)
    return sent
  }

  async #send(contentHash: string, picture: Uint8Array): Promise<string> {
    const { apiVersion, memory, place, client, now } = this.#dependencies
    const id = await client.send(apiVersion.upload(picture), { isPaid: false })
    memory.keepUpload(place, contentHash, id, now() + LIFE_MS)
    return id
  }
}
