import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import { monthOf } from '../../engines/remote/memory/month.ts'
import type { RemoteEngine, RemoteEngineOptions } from '../../engines/remote/remote-types.ts'
import { testService } from '../../engines/remote/test-service.ts'
import type { SwitchingEngine } from '../../engines/switching/switching-engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import type { Secrets } from '../host/secrets.ts'
import type { AnalysisQueue } from '../queue/analysis-queue.ts'
import type { StepUpdater } from '../queue/step-updater.ts'
import { readKeptCredentials } from './kept-credentials.ts'
import { RemoteController } from './remote-controller.ts'

export type OpenRemoteControllerDependencies = {
  catalog: Catalog
  steps: Pick<StepUpdater, 'set'>
  hub: Pick<EventHub, 'publish' | 'everythingChanged'>
  secrets: Secrets | undefined
  /** The engine of this machine. */
  local: AnalysisEngine
  /** The engine that the library uses; the chosen one is put behind it. */
  engine: SwitchingEngine
  createRemote(options: RemoteEngineOptions): RemoteEngine
  queue: Pick<AnalysisQueue, 'whileIdle' | 'schedule'>
  log: Log
}

/** Each library has its own index, so that two of them on one account never mix. */
const indexName = ({ settings }: Catalog) => `lumafold-${settings.getState('library-id') ?? 'library'}`

/** Opens the controller, with the library's chosen engine in place. */
export async function openRemoteController({
  catalog,
  steps,
  hub,
  secrets,
  local,
  engine,
  createRemote,
  queue,
  log,
}: OpenRemoteControllerDependencies): Promise<RemoteController> {
  const shared = { local, memory: catalog.remote, index: indexName(catalog), log }
  const controller = new RemoteController({
    settings: catalog.settings,
    credentials: await readKeptCredentials(secrets),
    local,
    createRemote: (choice, credentials, onState) => createRemote({ ...shared, choice, credentials, onState }),
    test: testService,
    use: (chosen) =>
      queue.whileIdle(async () => {
        engine.use(chosen)
        if (steps.set(engine.steps()) > 0) hub.everythingChanged()
      }),
    onState: (state) => {
      hub.publish({ type: 'remote.changed', state })
      queue.schedule()
    },
    spent: () => catalog.remote.spent(monthOf(Date.now())),
    log,
  })
  engine.use(controller.engine)
  return controller
}
