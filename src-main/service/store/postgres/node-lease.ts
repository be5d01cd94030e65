import { randomUUID } from 'node:crypto'
import type { ServiceLog } from '../../ports/service-log.ts'
import { PeriodicTask } from '../../timers/periodic-task.ts'
import type { Query } from './database.ts'

/** How long requests of a node that ended hold their share, at most. */
const LEASE_MS = 30_000
const RENEW_MS = 5000

export type NodeLeaseOptions = {
  /** Runs a statement, once more where its connection broke. */
  repeat: Query
  log: ServiceLog
  /** Where this node keeps pictures; nothing where it keeps none. */
  picturePlace?: string | undefined
  leaseMs?: number | undefined
  renewMs?: number | undefined
}

/**
 * Says in the database that this node lives. A node that missed its time comes back under another id: what its requests
 * held may be taken by then.
 */
export class NodeLease {
  readonly #repeat: Query
  readonly #log: ServiceLog
  readonly #picturePlace: string | null
  readonly #leaseMs: number
  readonly #task: PeriodicTask
  #id: string | null = null
  #registering: Promise<string> | null = null

  /** `onRenewed` is called after each time that the database was reached. */
  constructor(
    { repeat, log, picturePlace, leaseMs = LEASE_MS, renewMs = RENEW_MS }: NodeLeaseOptions,
    onRenewed: () => Promise<void>,
  ) {
    this.#repeat = repeat
    this.#log = log
    this.#picturePlace = picturePlace ?? null
    this.#leaseMs = leaseMs
    this.#task = new PeriodicTask({
      work: async () => {
        await this.renew()
        await onRenewed()
      },
      intervalMs: renewMs,
      log,
      failureMessage: 'this node could not be kept registered in the database',
    })
  }

  /** The id under which this node's requests hold their share. */
  id(): Promise<string> {
    return this.#id === null ? this.#register() : Promise.resolve(this.#id)
  }

  /** Gives up an id that has missed its time. */
  lapse(id: string): void {
    if (this.#id === id) this.#id = null
  }

  async renew(): Promise<void> {
    const id = await this.id()
    const [row] = await this.#repeat<{ isAlive: boolean }>('SELECT renew_node($1, $2) AS "isAlive"', [
      id,
      this.#leaseMs,
    ])
    if (!row!.isAlive) this.lapse(id)
  }

  /** Stops, and lets go what this node still holds; where that cannot be told, it goes with the lease. */
  async close(): Promise<void> {
    await this.#task.close()
    if (this.#id === null) return
    try {
      await this.#repeat(
        'WITH gone AS (DELETE FROM nodes WHERE id = $1 RETURNING id) DELETE FROM admissions WHERE node IN (SELECT id FROM gone)',
        [this.#id],
      )
    } catch (error) {
      this.#log.warn('the database could not be told that this node ends', { error })
    }
  }

  #register(): Promise<string> {
    this.#registering ??= this.#add().finally(() => (this.#registering = null))
    return this.#registering
  }

  async #add(): Promise<string> {
    const id = randomUUID()
    await this.#repeat(
      "INSERT INTO nodes (id, alive_until, picture_place) VALUES ($1, clock_timestamp() + $2::bigint * interval '1 millisecond', $3) ON CONFLICT DO NOTHING",
      [id, this.#leaseMs, this.#picturePlace],
    )
    this.#id = id
    return id
  }
}
