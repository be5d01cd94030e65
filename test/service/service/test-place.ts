import { join } from 'node:path'
import { createService, type ServiceOptions } from '../../../src-main/service/service.ts'
import { startCluster } from '../../fixtures/cluster/cluster.ts'
import { makeAccounts, writePlans, type AccountEntry, type Plans } from '../../fixtures/cluster/make-accounts.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { createTestDatabase } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'

/** A service under test, in any form. */
export type TestPlace = {
  address: string
  /** The service's clock, in milliseconds; it can be moved only if the service is in this process. */
  clock: { ms: number }
  /** Errors logged until it was closed. */
  errors: unknown[]
  /** Prepares an engine before the first request, as the program does at its start. */
  warmUp(): Promise<void>
  /** Stops the service and keeps its data. */
  stop(): Promise<unknown>
  close(): Promise<void>
}
export type PlaceOptions = { plans: Plans; accounts: readonly AccountEntry[]; options: Partial<ServiceOptions> }

const store = process.env['LUMAFOLD_TEST_STORE']

/**
 * Whether the service under test is nodes behind HAProxy: it has the system's clock, and cannot be stopped as a whole.
 */
export const isCluster: boolean = store === 'cluster'

/**
 * Opens the service in this process; with `LUMAFOLD_TEST_STORE=postgres` it stores its data in PostgreSQL, and with
 * `cluster` three processes of `lumafold service` behind HAProxy are one service.
 */
export const openTestPlace = (options: PlaceOptions): Promise<TestPlace> =>
  isCluster ? openCluster(options) : openHere(options)

async function openCluster({ plans, accounts }: PlaceOptions): Promise<TestPlace> {
  const cluster = await startCluster({ engine: 'real', plans, accounts })
  const errors: unknown[] = []
  const stop = () => Promise.all(cluster.nodes.map((node) => node.stop()))
  const close = async () => {
    await stop()
    errors.push(...cluster.nodes.flatMap((node) => node.errors()))
    await cluster.close()
  }
  return { address: cluster.address, clock: { ms: Date.now() }, errors, warmUp: async () => {}, stop, close }
}

async function openHere({ plans, accounts, options }: PlaceOptions): Promise<TestPlace> {
  const folder = makeTempFolder('contract')
  const dataDir = options.dataDir ?? join(folder, 'data')
  const clock = { ms: Date.now() }
  const errors: unknown[] = []
  const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(line) }
  const database = store === 'postgres' ? await createTestDatabase() : undefined
  writePlans(dataDir, plans)
  await makeAccounts({ dataDir, database: database?.url }, accounts)
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    database: database?.url,
    resourcesDir,
    modelsDir: join(folder, 'models'),
    allowPrivateUrls: true,
    log,
    now: () => clock.ms,
    graceMs: 500,
    ...options,
  })
  const close = async () => {
    await service.close()
    await database?.drop()
    removeFolder(folder)
  }
  return { address: service.address, clock, errors, warmUp: () => service.warmUp(), stop: () => service.close(), close }
}
