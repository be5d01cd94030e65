import { type AddressInfo, createServer, type Server as Listener } from 'node:net'
import { registerDocumentation } from './documentation/register-documentation.ts'
import type { Access } from './http/access.ts'
import { createServers, type ServerLimits } from './http/create-servers.ts'
import { RequestAdmission } from './http/request-admission.ts'
import type { Route } from './http/route.ts'
import type { OpenDependencies } from './http/route-dependencies.ts'
import { openCertificate } from './http/tls/followed-certificate.ts'
import type { CertificateFiles } from './http/tls/read-certificate.ts'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'

export type StartOptions = {
  host: string
  /** 0 picks a free port. */
  port: number
  /** The endpoints to serve, check and describe. */
  routes: readonly Route[]
  /** Closed with the service. */
  dependencies: OpenDependencies
  limits?: Partial<ServerLimits> | undefined
  access?: Access | undefined
  /**
   * With it the service speaks HTTPS, and adopts new files without a restart; `pollMs` is the time between two checks
   * of the files.
   */
  tls?: (CertificateFiles & { pollMs?: number | undefined }) | undefined
  /** Folder of the files that come with the program; with it the service serves its documentation. */
  resourcesDir?: string | undefined
  /** The program's version, for that documentation. */
  version?: string | undefined
  /**
   * Awaited when the service closes. Meanwhile it still serves, and `/readyz` sends balancers to other nodes; it should
   * last as long as they need to notice. Absent without a balancer.
   */
  drain?: (() => Promise<unknown>) | undefined
  /** Maximum time for active requests to end when the service closes, in milliseconds. */
  graceMs?: number | undefined
}

export type Service = {
  /** The service's address, such as `http://127.0.0.1:4808`. */
  address: string
  /** The address of its metrics, if they have a separate port. */
  metricsAddress: string | undefined
  /** A sentence if its certificate is not valid at this time; null otherwise. */
  certificateWarning: string | null
  /** From now on keeps a compute process ready, which `/readyz` waits for; resolves once it is, and never rejects. */
  warmUp(): Promise<void>
  /** Refuses new work, finishes active requests, then closes everything. */
  close(): Promise<void>
}

/** Longer than a picture may wait for its turn, so that every admitted request is answered. */
const GRACE_MS = 35_000

/**
 * Serves open dependencies; resolves once it listens. Rejects, with the dependencies closed, if the address is not
 * available or the certificate cannot be served (AppError).
 */
export async function startService(options: StartOptions): Promise<Service> {
  await using opening = new AsyncDisposableStack()
  const { dependencies, host, port, limits, access, graceMs = GRACE_MS, drain, routes } = options
  opening.defer(() => dependencies.close())
  const certificate = options.tls && (await openCertificate({ ...options.tls, log: dependencies.log }))
  opening.defer(() => certificate?.close())
  const admission = new RequestAdmission()
  const { server, metricsServer } = createServers({ dependencies, routes, admission, limits, access, certificate })
  const { resourcesDir, version = 'unknown' } = options
  if (resourcesDir !== undefined) registerDocumentation(server, { routes, resourcesDir, version })
  await metricsServer?.listen(access?.metricsAt)
  opening.defer(() => metricsServer?.close())
  await server.listen({ host, port })
  opening.defer(() => server.close())
  const others = await listenElsewhere(server.server, host)
  opening.defer(() => others.close())
  opening.defer(() => admission.close(graceMs))
  opening.defer(async () => {
    admission.drain()
    await drain?.()
    await readArrived()
  })
  const open = opening.move()
  let closing: Promise<void> | undefined
  return {
    address: toUrl(server.server.address() as AddressInfo, certificate ? 'https' : 'http'),
    metricsAddress: metricsServer ? toUrl(metricsServer.server.address() as AddressInfo) : undefined,
    certificateWarning: certificate?.warning ?? null,
    warmUp: () => dependencies.warmUp(),
    close: () => (closing ??= open.disposeAsync()),
  }
}

/** Turns of the event loop in which a connection is accepted, and then read. */
const TURNS = 3

/**
 * Lets the server read what has arrived: a request that a balancer sent before it noticed lies in its connection, which
 * would be closed as an idle one.
 */
async function readArrived(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await setImmediate()
}

/** An address that listens everywhere is shown as one that can be opened here. */
function toUrl({ address, family, port }: AddressInfo, scheme = 'http'): string {
  if (address === '0.0.0.0' || address === '::') return `${scheme}://localhost:${port}`
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

// Further addresses

/**
 * Makes a server that listens on the first address of a host listen on the others, too; `localhost` for example has one
 * of each family. They pass their connections to that server, so that all follow the same rules; the framework would
 * create a server for each, without some of the handlers. Unavailable addresses are left out.
 */
async function listenElsewhere(server: Server, host: string): Promise<{ close(): void }> {
  const { address: first, port } = server.address() as AddressInfo
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  const others = [...new Set(addresses)].filter((address) => address !== first)
  const listeners = await Promise.all(others.map((address) => listen(server, address, port)))
  // their connections end with those of the server
  return { close: () => listeners.forEach((listener) => listener?.close()) }
}

async function listen(server: Server, host: string, port: number): Promise<Listener | null> {
  // the same settings as the server uses for its own
  const options = { noDelay: true, allowHalfOpen: !(server instanceof TlsServer) }
  const listener = createServer(options, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen({ host, port })
  try {
    await once(listener, 'listening')
    return listener
  } catch {
    return null // the machine lacks this family, or another program has the address
  }
}
