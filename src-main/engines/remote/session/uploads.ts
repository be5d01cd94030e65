import type { UploadPicture } from '../../../analysis/photo/findings.ts'
import type { RetryingClient } from '../limits/retrying-client.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'
import type { ApiVersion } from '../requests/api-version.ts'

export type UploadsDependencies = {
  apiVersion: Pick<ApiVersion, 'upload'>
  /** Service, version and picture size: upload ids of other places belong to other pictures. */
  place: string
  memory: Pick<RemoteMemory, 'uploadOf' | 'keepUpload' | 'forgetUpload'>
  client: RetryingClient
  now(): number
}

/** A photo identified by its content, with the picture that is sent of it. */
export type Photo = { contentHash: string; picture: Pick<UploadPicture, 'bytes'> }

/** Services keep uploads for 24 hours; this leaves some time for the requests. */
const LIFE_MS = 23.5 * 3_600_000

/** Uploads of photos to one service. Each is sent once and recognised by the photo's content. */
export class Uploads {
  readonly #dependencies: UploadsDependencies
  /** Uploads under way, so that two photos with the same content are sent once, with listeners for failed tries. */
  readonly #underWay = new Map<string, { id: Promise<string>; listeners: (() => void)[] }>()

  constructor(dependencies: UploadsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Id of the photo's picture on the service; sends the picture if no valid id is known. `onFailure` receives each
   * failed try.
   */
  async idOf({ contentHash, picture }: Photo, onFailure = () => {}): Promise<string> {
    return this.#knownId(contentHash) ?? this.#sendOnce(contentHash, picture.bytes, onFailure)
  }

  /** The service has forgotten this id: sends the picture again, once for all callers who noticed. */
  async renew({ contentHash, picture }: Photo, badId: string, onFailure: () => void): Promise<string> {
    const { memory, place } = this.#dependencies
    const known = this.#knownId(contentHash)
    if (known !== null && known !== badId) return known
    if (known !== null) memory.forgetUpload(place, contentHash)
    return this.#sendOnce(contentHash, picture.bytes, onFailure)
  }

  #knownId(contentHash: string): string | null {
    const { memory, place, now } = this.#dependencies
    return memory.uploadOf(place, contentHash, now())
  }

  #sendOnce(contentHash: string, picture: Uint8Array, onFailure: () => void): Promise<string> {
    const present = this.#underWay.get(contentHash)
    if (present !== undefined) {
      present.listeners.push(onFailure)
      return present.id
    }
    const listeners = [onFailure]
    const tellAll = () => listeners.forEach((listener) => listener())
    const id = this.#send(contentHash, picture, tellAll).finally(() => this.#underWay.delete(contentHash))
    this.#underWay.set(contentHash, { id, listeners })
    return id
  }

  async #send(contentHash: string, picture: Uint8Array, onFailure: () => void): Promise<string> {
    const { apiVersion, memory, place, client, now } = this.#dependencies
    const id = await client.send(apiVersion.upload(picture), { isPaid: false, onFailure })
    memory.keepUpload(place, contentHash, id, now() + LIFE_MS)
    return id
  }
}
