import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { PairKeeper } from '../pairs/pair-keeper.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type SettingsHandlersDependencies = {
  catalog: Pick<Catalog, 'settings'>
  hub: Pick<EventHub, 'publish'>
  pairs: Pick<PairKeeper, 'start'>
}

/** Handlers of `settings.*`. */
export function settingsHandlers(os: LibraryImplementer, { catalog, hub, pairs }: SettingsHandlersDependencies) {
  return {
    get: os.settings.get.handler(() => catalog.settings.get()),
    set: os.settings.set.handler(({ input }) => {
      const settings = catalog.settings.set(input)
      hub.publish({ type: 'settings.changed', settings })
      pairs.start()
      return settings
    }),
  }
}
