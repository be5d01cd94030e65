import { randomUUID } from 'node:crypto'
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss'
import {
  FAILURE_PAUSE_MS,
  type Job,
  type JobData,
  type JobEnd,
  type Jobs,
  type JobWork,
  type SendOptions,
} from '../../ports/jobs.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import { toStoreError } from '../../store/postgres/database-errors.ts'
import type { DatabaseAddress } from '../../store/postgres/read-database-url.ts'
import { createQueues, deadQueue } from './queues.ts'

export type PostgresJobsOptions = {
  /** How to reach the database, in the form of `pg`. */
  connection: DatabaseAddress['connection']
  log: Pick<ServiceLog, 'error' | 'warn'>
  /** Interval in seconds at which a node looks for due jobs; at least 0.5. New jobs are announced at once. */
  pollSeconds?: number
  failurePauseMs?: number
}

/** The queue's tables are in a separate schema, which the library creates and migrates. */
export const SCHEMA = 'lumafold_jobs'
const CONNECTIONS = 4
const POLL_SECONDS = 5
/** Given-up jobs are rare and may wait: they are polled this many times less often. */
const GIVEN_UP_POLLS = 6
/** Interval of looking for nodes that went away, for all nodes together. */
const MONITOR_SECONDS = 5
const HOUR = 3600
const CLOSE_MS = 30_000

/** One of our jobs in the library's table. */
type Envelope = { data: JobData; attempt: number; owner: string }

/** Opens the jobs of a multi-node service; tables are created or migrated if needed. */
export async function openPostgresJobs(options: PostgresJobsOptions): Promise<Jobs> {
  const { PgBoss: Boss } = await import('pg-boss')
  const { connection, log } = options
  const boss = new Boss({
    ...connection,
    application_name: 'lumafold-jobs',
    max: CONNECTIONS,
    schema: SCHEMA,
    schedule: false,
    useListenNotify: true,
    registerInstance: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: HOUR,
  })
  boss.on('error', (error) => log.error('the queue of jobs failed; it goes on', { error }))
  boss.on('warning', (warning) => log.warn('the queue of jobs warns', { warning: warning.message }))
  await boss.start()
  return new PostgresJobs(boss, options)
}

/** Jobs in PostgreSQL by pg-boss, which counts failures; a job that its handler wants to repeat becomes a new job. */
class PostgresJobs implements Jobs {
  readonly #boss: PgBoss
  readonly #log: Pick<ServiceLog, 'error' | 'warn'>
  readonly #pollSeconds: number
  readonly #failurePauseMs: number
  readonly #queues = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor(
    boss: PgBoss,
    { log, pollSeconds = POLL_SECONDS, failurePauseMs = FAILURE_PAUSE_MS }: PostgresJobsOptions,
  ) {
    this.#boss = boss
    this.#log = log
    this.#pollSeconds = pollSeconds
    this.#failurePauseMs = failurePauseMs
  }

  async send(queue: string, data: JobData, { key, owner = '', inMs = 0 }: SendOptions = {}): Promise<boolean> {
    try {
      await this.#prepare(queue)
      return await this.#send(queue, { data, attempt: 1, owner }, key ?? randomUUID(), inMs)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async work<T extends JobData>(queue: string, { concurrency, run, giveUp, latestMs = 0 }: JobWork<T>): Promise<void> {
    await this.#prepare(queue)
    const pollSeconds = Math.max(this.#pollSeconds, latestMs / 1000)
    await startWorkers<Envelope>(this.#boss, {
      queue,
      count: concurrency,
      pollSeconds,
      handle: (job) => this.#do(queue, job, (given) => run(given as Job<T>)),
    })
    await startWorkers<Envelope>(this.#boss, {
      queue: deadQueue(queue),
      count: 1,
      pollSeconds: Math.max(GIVEN_UP_POLLS * this.#pollSeconds, pollSeconds),
      handle: async ({ data }) => {
        await giveUp(data.data as T)
        this.#log.warn('a job was given up', { queue })
      },
    })
  }

  async cancel(queue: string, owner: string): Promise<void> {
    try {
      await this.#prepare(queue)
      await this.#cancel(queue, owner)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async #cancel(queue: string, owner: string): Promise<void> {
    for (;;) {
      const found = await this.#boss.findJobs<Envelope>(queue, { data: { owner }, queued: true })
      if (found.length === 0) return
      await this.#boss.deleteJob(
        queue,
        found.map(({ id }) => id),
      )
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the service is stopping'))
    await this.#boss.stop({ graceful: true, timeout: CLOSE_MS })
  }

  async #do(queue: string, job: JobWithMetadata<Envelope>, run: (job: Job<JobData>) => Promise<JobEnd>): Promise<void> {
    const { data, attempt } = job.data
    const signal = AbortSignal.any([job.signal, this.#closing.signal])
    try {
      signal.throwIfAborted()
      const end = await run({ data, attempt, signal })
      if (end !== 'done') await this.#replace(queue, job, { ...job.data, attempt: attempt + 1 }, end.againInMs)
    } catch (error) {
      if (this.#closing.signal.aborted) return this.#replace(queue, job, job.data, 0)
      this.#log.error('a job failed', { queue, key: job.singletonKey, error })
      throw error // the library counts it and runs the job again
    }
  }

  /** Ends a job and stores its successor, both or neither; if one with its key already waits, that takes its place. */
  async #replace(queue: string, job: JobWithMetadata<Envelope>, next: Envelope, inMs: number): Promise<void> {
    const transaction = await this.#boss.getDb().beginTransaction!()
    const { db } = transaction
    try {
      const attempt = { id: job.id, retryCount: job.retryCount }
      const { affected = 0 } = (await this.#boss.complete(queue, attempt, null, { db })) as { affected?: number }
      if (affected > 0) await this.#send(queue, next, job.singletonKey!, inMs, db)
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  async #send(queue: string, envelope: Envelope, key: string, inMs: number, db?: Db): Promise<boolean> {
    const startAfter = new Date(Date.now() + inMs)
    const id = await this.#boss.send(queue, envelope, {
      singletonKey: key,
      ...(inMs > 0 && { startAfter }),
      ...(db && { db }),
    })
    return id !== null
  }

  #prepare(queue: string): Promise<void> {
    const known = this.#queues.get(queue)
    if (known !== undefined) return known
    const made = createQueues(this.#boss, queue, this.#failurePauseMs).catch((error: unknown) => {
      this.#queues.delete(queue)
      throw error
    })
    this.#queues.set(queue, made)
    return made
  }
}

type WorkersOptions<T> = {
  queue: string
  /** Maximum number of concurrent jobs. */
  count: number
  /** How late a due job is noticed if no notification wakes a worker; at least 0.5. */
  pollSeconds: number
  handle(job: JobWithMetadata<T>): Promise<void>
}

/** Workers other than the first are woken by busy ones, and poll this many times less often. */
const SPARE_POLLS = 6

/**
 * Starts workers of a queue on this node. A worker of the library rests after each job until its next poll, however
 * many wait, and each polls for itself. Here a worker that got a job polls again as soon as it is done, and wakes
 * another one: a queue is processed without pauses although only one worker polls often.
 */
async function startWorkers<T extends object>(
  boss: PgBoss,
  { queue, count, pollSeconds, handle }: WorkersOptions<T>,
): Promise<void> {
  const resting = new Set<string>()
  const start = async (seconds: number) => {
    const looking = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds }
    const id: string = await boss.work<T>(queue, { ...looking, includeMetadata: true as const }, async ([job]) => {
      resting.delete(id)
      for (const next of [id, ...resting].slice(0, 2)) boss.notifyWorker(next)
      try {
        await handle(job as JobWithMetadata<T>)
      } finally {
        resting.add(id)
      }
    })
    resting.add(id)
  }
  await start(pollSeconds)
  for (let n = 1; n < count; n++) await start(SPARE_POLLS * pollSeconds)
}
