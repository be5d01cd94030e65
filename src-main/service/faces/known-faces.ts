import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import { likenessOf, scoreOf } from '../../analysis/faces/likeness.ts'
import { AppError } from '../../contract/errors.ts'
import type { FaceStore } from '../ports/face-store.ts'
import { faceGone, faceNotFound } from './face-limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long an expired id is distinguished from an unknown one. */
const REMEMBERED_MS = 30 * DAY_MS

/** Faces whose ids an account has received. */
export class KnownFaces {
  readonly #store: FaceStore
  readonly #now: () => number

  constructor(store: FaceStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Keeps faces for the next 24 hours. */
  async keep(owner: string, faces: readonly FaceVector[]): Promise<void> {
    if (faces.length > 0) await this.#store.keep(owner, faces, this.#now() + DAY_MS)
  }

  /** The faces with these ids, in order. Throws ServiceError 404 or 410 for the first unknown or expired one. */
  async require(owner: string, ids: readonly string[]): Promise<FaceVector[]> {
    const now = this.#now()
    const stored = new Map((await this.#store.find(owner, ids)).map((face) => [face.id, face]))
    return ids.map((id) => {
      const face = stored.get(id)
      if (face === undefined) throw faceNotFound(id)
      const { modelId, vector, expiresMs } = face
      if (vector === null || expiresMs <= now) throw faceGone(id)
      return { id, modelId, vector }
    })
  }

  /** How alike two faces are, 0 to 100. Throws as `require` does, or `bad-params` for faces of different models. */
  async compare(owner: string, one: string, other: string): Promise<number> {
    const [a, b] = (await this.require(owner, [one, other])) as [FaceVector, FaceVector]
    requireOneModel([a, b])
    return scoreOf(likenessOf(a.vector, b.vector))
  }

  /** Removes expired faces. */
  async sweep(): Promise<void> {
    await this.#store.sweep(this.#now(), this.#now() - REMEMBERED_MS)
  }
}

/** Throws `bad-params` if the faces were described by different models and thus cannot be compared. */
export function requireOneModel(faces: readonly FaceVector[]): void {
  const models = new Set(faces.map(({ modelId }) => modelId))
  if (models.size > 1)
    throw new AppError(
      'bad-params',
      `The faces were described by different models: ${[...models].join(', ')}. Detect all of them again.`,
    )
}
