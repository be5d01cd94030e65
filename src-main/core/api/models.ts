import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `models.*`. */
export function modelHandlers(os: LibraryImplementer, { models }: CoreParts) {
  return {
    list: os.models.list.handler(() => models.list()),
    install: os.models.install.handler(({ input }) => models.install(input.set)),
    cancelInstall: os.models.cancelInstall.handler(() => models.cancelInstall()),
  }
}
