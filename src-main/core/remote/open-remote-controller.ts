import type { AnalysisEngine } from '../../engines/engine.ts'
import { monthOf } from '../../engines/remote/month.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Factories } from '../core-parts.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { CoreOptions } from '../host.ts'
import type { AnalysisQueue } from '../queue/analysis-queue.ts'
import { readKeptCredentials } from './kept-credentials.ts'
import { createRemoteController, type RemoteController } from './remote-controller.ts'
import { createSwitchingEngine } from '../../engines/switching/switching-engine.ts'

export type OpenedRemoteController = { desk: RemoteController; engine: AnalysisEngine }
type Parts = {
  options: CoreOptions
  catalog: Catalog
  hub: EventHub
  local: AnalysisEngine
  maker: Factories['remote']
  /** Asked only when something changes, so that the pump may be made later. */
  pump(): AnalysisQueue
}

/** Each library has its own index, so that two of them on one account never mix. */
const indexName = ({ settings }: Catalog) => `lumafold-${settings.getState('library-id') ?? 'library'}`

/** Opens the desk over the local engine, with the engine that this library's choice names in place. */
export async function openRemoteController({
  options,
  catalog,
  hub,
  local,
  maker,
  pump,
}: Parts): Promise<OpenedRemoteController> {
  const { log } = options
  const credentials = await readKeptCredentials(options.secrets)
  const switching = createSwitchingEngine(local)
  const desk = createRemoteController({
    settings: catalog.settings,
    credentials,
    local,
    makeEngine: (choice, given, onState) =>
      maker.engine(
        { local, choice, credentials: given, memory: catalog.remote, index: indexName(catalog), log, onState },
        options,
      ),
    test: maker.test,
    use: (engine) =>
      pump().whileQuiet(async () => {
        switching.use(engine)
        const touched = catalog.analysis.setSteps(engine.steps())
        if (touched > 0) hub.everythingChanged()
      }),
    onReady: () => pump().kick(),
    spent: () => catalog.remote.spent(monthOf(Date.now())),
    tell: (state) => hub.publish({ type: 'remote.changed', state }),
    log,
  })
  switching.use(desk.engine)
  return { desk, engine: switching }
}
