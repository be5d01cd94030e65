import { openParts, type PartsOptions } from './open-parts.ts'
import { startService, type Service, type StartOptions } from './start-service.ts'

export type ServiceOptions = PartsOptions &
  Pick<StartOptions, 'host' | 'port' | 'limits' | 'openMetrics' | 'graceMs' | 'version'>
export type { Service } from './start-service.ts'

/**
 * Opens a data folder and serves the interface from it; answers once it listens. Rejects where the folder is in use,
 * too new or damaged
 * (AppError), or where the address cannot be had.
 */
export async function createService({
  host,
  port,
  limits,
  openMetrics,
  graceMs,
  version,
  ...options
}: ServiceOptions): Promise<Service> {
  const parts = await openParts(options)
  return startService({ host, port, limits, openMetrics, graceMs, version, parts, resourcesDir: options.resourcesDir })
}
