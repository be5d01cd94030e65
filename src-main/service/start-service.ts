import type { AddressInfo } from 'node:net'
import { registerDocumentation } from './documentation/register-documentation.ts'
import { createServer, type ServerLimits } from './http/create-server.ts'
import { createGate } from './http/admission.ts'
import type { OpenParts } from './http/route-dependencies.ts'
import { v1Routes } from './v1/routes.ts'
import { v2Routes } from './v2/routes.ts'

/** Every route of both versions: what serves, checks and describes the interface. */
export const routes = [...v2Routes, ...v1Routes] as const

export type StartOptions = {
  host: string
  /** 0 picks a free one. */
  port: number
  /** Closed with the service. */
  parts: OpenParts
  limits?: Partial<ServerLimits> | undefined
  /** Whether other machines may read `/metrics`. */
  openMetrics?: boolean | undefined
  /** Folder of the files that come with the program; with it the service describes itself. */
  resourcesDir?: string | undefined
  /** The program's, told in that description. */
  version?: string | undefined
  /** How long requests under way may take to end when the service closes, in milliseconds. */
  graceMs?: number | undefined
}

export type Service = {
  /** Where it is reached, for example `http://127.0.0.1:4808`. */
  address: string
  /** Makes a compute process ready ahead of the first request; never rejects. */
  warmUp(): Promise<void>
  /** Refuses new work, finishes what is under way, then closes everything. */
  close(): Promise<void>
}

const GRACE_MS = 20_000

/**
 * Serves parts that are open, and answers once it listens. Rejects, with the parts closed, where the address cannot be
 * had.
 */
export async function startService({
  host,
  port,
  limits,
  openMetrics,
  graceMs = GRACE_MS,
  parts,
  resourcesDir,
  version = 'unknown',
}: StartOptions): Promise<Service> {
  const gate = createGate()
  const server = createServer({ parts, routes, gate, limits, openMetrics })
  try {
    if (resourcesDir !== undefined) registerDocumentation(server, { routes, resourcesDir, version })
    await server.listen({ host, port })
  } catch (error) {
    await parts.close()
    throw error
  }
  const end = async () => {
    await gate.close(graceMs)
    await server.close()
    await parts.close()
  }
  let ending: Promise<void> | null = null
  return {
    address: toUrl(server.server.address() as AddressInfo),
    warmUp: parts.warmUp,
    close: () => (ending ??= end()),
  }
}

/** An address that listens everywhere is told as one that can be opened here. */
function toUrl({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
