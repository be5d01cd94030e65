import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Access, closedAccess } from '../../../src-main/service/http/access.ts'
import type { ServerLimits } from '../../../src-main/service/http/create-servers.ts'
import { StoredAccounts, hashMadeSecret } from '../../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../../src-main/service/accounts/plans.ts'
import type { Plan } from '../../../src-main/service/ports/ports.ts'
import { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import type { OpenDependencies } from '../../../src-main/service/http/route-dependencies.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import type { Route } from '../../../src-main/service/http/route.ts'
import { routes as publishedRoutes } from '../../../src-main/service/routes.ts'
import { startService, type StartOptions } from '../../../src-main/service/start-service.ts'
import { BatchService } from '../../../src-main/service/batches/batch-service.ts'
import { ClassifierService } from '../../../src-main/service/classifiers/classifier-service.ts'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { FaceService } from '../../../src-main/service/faces/face-service.ts'
import { openUploads } from '../../../src-main/service/uploads/stored-uploads.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { openTestIndexes } from '../../indexes/named/open-test-indexes.ts'
import { createFakeAnalysis } from './fake-analysis.ts'

export const KEY = 'acc_test'
export const SECRET = 'secret-of-the-test'

type Options = {
  /** 0 for any free one. */
  port?: number
  plan?: Partial<Plan>
  limits?: Partial<ServerLimits>
  graceMs?: number
  drain?: () => Promise<unknown>
  access?: Partial<Access>
  tls?: StartOptions['tls']
  pictures?: Record<string, Buffer>
  /** In place of the published ones. */
  routes?: readonly Route[]
  /** With it the service describes itself. */
  resourcesDir?: string
}

/**
 * The complete service on real stores and over real HTTP; only the engine and the pictures behind addresses are
 * simulated.
 */
export async function serve({
  port = 0,
  plan,
  limits,
  graceMs,
  drain,
  access,
  tls,
  pictures = {},
  routes = publishedRoutes,
  resourcesDir: describedBy,
}: Options = {}) {
  const clock = { ms: Date.now() }
  const now = () => clock.ms
  const dataDir = tempFolder('service')
  const store = openServiceStore(dataDir, now)
  const accounts = new StoredAccounts({ store, plans: loadPlans({ resourcesDir, dataDir }), now })
  /** Stores the secret like a generated one: a chosen one costs each service 0.1 s of a core (scrypt). */
  const addAccount = async ({ secret, ...account }: { name: string; key: string; secret: string }) => {
    await accounts.create({ ...account, plan: 'unlimited' })
    await store.accounts.change(account.key, { secretHash: hashMadeSecret(secret) })
    return { authorization: basic(account.key, secret) }
  }
  const { usage } = store
  const log = createLog()
  await addAccount({ name: 'Test', key: KEY, secret: SECRET })
  const uploads = await openUploads({ folder: join(dataDir, 'uploads'), store, log, now })
  const analysis = createFakeAnalysis()
  const called: string[] = []
  const fetched: string[] = []
  const indexes = await openTestIndexes({
    folder: join(dataDir, 'indexes'),
    now,
    call: async ({ url, ticketId }) => void called.push(`${url}?ticket=${ticketId}`),
  })
  const callbacks = { send: async (url: string, ticketId: string) => void called.push(`${url}?ticket=${ticketId}`) }
  const jobs = new EmbeddedJobs({ rows: store.jobs, log })
  const faces = await FaceService.open({ jobs, store, callbacks, now, log })
  const plans = new Map([[KEY, plan ?? {}]])
  const dependencies: OpenDependencies = {
    accounts: {
      async authenticate(...credentials) {
        const [key] = credentials
        const account = await accounts.authenticate(...credentials)
        return account && { ...account, plan: { ...account.plan, ...plans.get(key) } }
      },
    },
    usage,
    uploads,
    fetcher: {
      async fetch(url) {
        fetched.push(url)
        const bytes = Object.hasOwn(pictures, url) ? pictures[url] : undefined
        if (!bytes) throw new ServiceError(400, `The address ${url} cannot be fetched.`)
        const path = join(dataDir, `fetched-${fetched.length}`)
        await writeFile(path, bytes)
        return {
          path,
          pictureId: createHash('sha256').update(bytes).digest('hex'),
          release: () => rm(path, { force: true }),
        }
      },
    },
    callbacks: {
      check: async (url) => {
        if (!url.startsWith('http')) throw new ServiceError(400, 'The address must begin with http.')
      },
    },
    analysis: analysis.port,
    indexes,
    classifiers: new ClassifierService({ store: store.classifiers, resourcesDir, now }),
    batches: new BatchService(store.batches, now),
    faces,
    log,
    warmUp: async () => {},
    async close() {
      await jobs.close()
      await indexes.close()
      await uploads.close()
      await store.close()
    },
  }
  const service = await startService({
    host: '127.0.0.1',
    port,
    dependencies,
    routes,
    resourcesDir: describedBy,
    tls,
    ...(access && { access: { ...closedAccess, ...access } }),
    ...(limits && { limits }),
    ...(graceMs !== undefined && { graceMs }),
    drain,
  })
  onTestFinished(() => service.close())
  return {
    clock,
    usage,
    dataDir,
    service,
    address: service.address,
    analysis,
    fetched,
    called,
    log,
    ...clientOf(service.address),
    /** An account whose secret a person chose: wrong guesses at it are counted. */
    addChosen: (key: string, secret: string) => accounts.create({ name: 'Chosen', key, secret, plan: 'unlimited' }),
    addAccount: () => addAccount({ name: 'Other', key: 'acc_other', secret: 'secret-of-other' }),
  }
}

export const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

/** Sends requests with the test's credentials. */
function clientOf(address: string) {
  const call = (path: string, { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { authorization: basic(KEY, SECRET), ...headers },
      ...(init.body instanceof ReadableStream && { duplex: 'half' }),
    })
  return {
    call,
    /** Status and parsed body. */
    async ask(path: string, init: Parameters<typeof call>[1] = {}) {
      const response = await call(path, init)
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answered }
    },
  }
}

/** A body of any answer, checked field by field. */
export type Answered = ReturnType<typeof JSON.parse>

function createLog() {
  const lines: { level: string; message: string; details: object }[] = []
  const write =
    (level: string) =>
    (message: string, details: object = {}) =>
      void lines.push({ level, message, details })
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
