import type { BatchOperations } from '../../analysis/operations/batch-calls.ts'
import { ServiceError } from '../errors/service-error.ts'
import { randomText } from '../ids/random-text.ts'
import type { BatchPicture, BatchRecord, BatchStore, StoredBatch } from '../ports/batch-store.ts'
import { MAX_OPEN_BATCHES } from './batch-limits.ts'

const PREFIX = 'batch_'

/** Whether an id is that of a batch and not of a training, which lacks the prefix. */
export const isBatchId = (id: string): boolean => id.startsWith(PREFIX)

export type NewRequest = {
  pictures: readonly BatchPicture[]
  operations: BatchOperations
  callbackUrl: string | null
}

/** Batches of accounts for the routes; throws ServiceError 404 if the account has no such batch. */
export class BatchService {
  readonly #batches: BatchStore
  readonly #now: () => number

  constructor(batches: BatchStore, now: () => number = Date.now) {
    this.#batches = batches
    this.#now = now
  }

  /** Stores a batch, whose pictures are analysed in turn; throws ServiceError 429 if there are too many. */
  async handIn(accountId: string, { pictures, operations, callbackUrl }: NewRequest): Promise<string> {
    const id = `${PREFIX}${randomText(26)}`
    const batch = { id, accountId, operations, callbackUrl, createdMs: this.#now() }
    if (await this.#batches.add(batch, pictures, MAX_OPEN_BATCHES)) return id
    throw new ServiceError(
      429,
      `${MAX_OPEN_BATCHES} batches of this account have not ended yet, and more are not taken. Wait for one to end, or cancel one.`,
      { 'Retry-After': '60' },
    )
  }

  list(accountId: string): Promise<StoredBatch[]> {
    return this.#batches.list(accountId)
  }

  async find(accountId: string, id: string): Promise<StoredBatch> {
    const batch = await this.#batches.find(accountId, id)
    if (batch !== undefined) return batch
    throw new ServiceError(404, `There is no batch "${id.slice(0, 80)}"; one is kept for 72 hours after its end.`)
  }

  /** Records from a number on, and the number of the next page if there may be one. */
  async records(
    accountId: string,
    id: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ batch: StoredBatch; records: BatchRecord[]; next: number | null }> {
    const batch = await this.find(accountId, id)
    const records = await this.#batches.records(id, offset, limit)
    const next = (records.at(-1)?.number ?? offset - 1) + 1
    const isLast = batch.endedMs !== null && records.length < limit
    return { batch, records, next: isLast ? null : next }
  }

  async cancel(accountId: string, id: string): Promise<void> {
    await this.find(accountId, id)
    await this.#batches.cancel(accountId, id, this.#now())
  }

  /** The state of a batch; `waiting` while its account's quota is used up. */
  stateOf({ endedMs, isCancelled, waitsUntilMs }: StoredBatch): 'running' | 'waiting' | 'done' | 'cancelled' {
    if (isCancelled) return 'cancelled'
    if (endedMs !== null) return 'done'
    return waitsUntilMs !== null && waitsUntilMs > this.#now() ? 'waiting' : 'running'
  }
}
