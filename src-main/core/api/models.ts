import type { ModelStore } from '../models/model-store.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type ModelHandlersDependencies = { models: Pick<ModelStore, 'list' | 'install' | 'cancelInstall'> }

/** Handlers of `models.*`. */
export function modelHandlers(os: LibraryImplementer, { models }: ModelHandlersDependencies) {
  return {
    list: os.models.list.handler(() => models.list()),
    install: os.models.install.handler(({ input }) => models.install(input.set)),
    cancelInstall: os.models.cancelInstall.handler(() => models.cancelInstall()),
  }
}
