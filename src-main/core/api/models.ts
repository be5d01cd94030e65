import type { ModelStore } from '../models/model-store.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type ModelHandlersDependencies = { models: Pick<ModelStore, 'list' | 'install' | 'remove' | 'cancelInstall'> }

/** Handlers of `models.*`. */
export function modelHandlers(os: LibraryImplementer, { models }: ModelHandlersDependencies) {
  return {
    list: os.models.list.handler(() => models.list()),
    install: os.models.install.handler(({ input }) => models.install(input.set, input.id)),
    remove: os.models.remove.handler(({ input }) => models.remove(input.id)),
    cancelInstall: os.models.cancelInstall.handler(() => models.cancelInstall()),
  }
}
