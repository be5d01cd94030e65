import type { ModelStore } from '../model-store.ts'
import type { PairStore } from '../pair-store.ts'
import type { TransferJobs } from '../../transfer/transfer-jobs.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type ModelHandlersDependencies = {
  models: Pick<ModelStore, 'list' | 'install' | 'installFrom' | 'remove' | 'cancelInstall'>
  pair: Pick<PairStore, 'state' | 'install' | 'cancel' | 'remove'>
  transfers: Pick<TransferJobs, 'sources'>
}

/** Handlers of `models.*`. */
export function modelHandlers(os: LibraryImplementer, { models, pair, transfers }: ModelHandlersDependencies) {
  return {
    list: os.models.list.handler(() => models.list()),
    install: os.models.install.handler(({ input }) => models.install(input.set, input.id)),
    installFrom: os.models.installFrom.handler(({ input }) =>
      models.installFrom(transfers.sources.pathOf(input.sourceId)),
    ),
    remove: os.models.remove.handler(({ input }) => models.remove(input.id)),
    cancelInstall: os.models.cancelInstall.handler(() => models.cancelInstall()),
    pair: os.models.pair.handler(() => pair.state()),
    installPair: os.models.installPair.handler(({ input }) => pair.install(input)),
    cancelPair: os.models.cancelPair.handler(() => pair.cancel()),
    removePair: os.models.removePair.handler(() => pair.remove()),
  }
}
