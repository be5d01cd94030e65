import { openDependencies, type DependenciesOptions } from './open-dependencies.ts'
import { routes } from './routes.ts'
import { startService, type Service, type StartOptions } from './start-service.ts'

export type ServiceOptions = DependenciesOptions &
  Pick<StartOptions, 'host' | 'port' | 'limits' | 'access' | 'tls' | 'graceMs' | 'drain' | 'version'>
export type { Service } from './start-service.ts'

/**
 * Opens a data folder and serves the interface from it; resolves once it listens. Rejects if the folder is in use, too
 * new or damaged (AppError), or if the address is not available.
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { host, port, limits, access, tls, graceMs, drain, version, resourcesDir } = options
  const dependencies = await openDependencies(options)
  return startService({ host, port, limits, access, tls, graceMs, drain, version, resourcesDir, routes, dependencies })
}
