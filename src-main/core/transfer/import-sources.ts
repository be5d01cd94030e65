import { say } from '../../contract/sentences/say.ts'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { SourceId } from '../../contract/library/transfer.ts'
import { withPath } from '../host/explain-system-error.ts'

/** Most that are remembered: a person chooses one at a time. */
const MAX_REMEMBERED = 50

/** Files and folders that a person chose to import from; windows know them by id only, while the library is open. */
export class ImportSources {
  readonly #paths = new Map<SourceId, string>()

  /** Throws `bad-params` where nothing is there. */
  async register(place: string): Promise<{ id: SourceId; label: string }> {
    const full = path.resolve(place)
    await withPath(full, () => stat(full))
    const id = createHash('sha256').update(full).digest('hex').slice(0, 24)
    this.#paths.delete(id)
    this.#paths.set(id, full)
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > MAX_REMEMBERED && oldest !== undefined) this.#paths.delete(oldest)
    return { id, label: full }
  }

  /** Throws `bad-params` for an id that is not known any more. */
  pathOf(id: SourceId): string {
    const place = this.#paths.get(id)
    if (place === undefined) throw new AppError('bad-params', say('errors.importGone'))
    return place
  }
}
