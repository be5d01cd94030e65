import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `settings.*`. */
export function settingsHandlers(os: LibraryImplementer, { catalog, hub }: CoreParts) {
  return {
    get: os.settings.get.handler(() => catalog.settings.get()),
    set: os.settings.set.handler(({ input }) => {
      const settings = catalog.settings.set(input)
      hub.publish({ type: 'settings.changed', settings })
      return settings
    }),
  }
}
