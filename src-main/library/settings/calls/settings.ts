import type { Catalog } from '../../catalog/catalog.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { PairArranger } from '../../pairs/pair-arranger.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { ChoiceLearner } from '../../stacks/choice-learner.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type SettingsHandlersDependencies = {
  catalog: Pick<Catalog, 'settings'>
  choices: Pick<ChoiceLearner, 'forget'>
  hub: Pick<EventHub, 'publish'>
  pairs: Pick<PairArranger, 'start'>
  privacy: Pick<Privacy, 'follow'>
}

/** Handlers of `settings.*`. */
export function settingsHandlers(
  os: LibraryImplementer,
  { catalog, choices, hub, pairs, privacy }: SettingsHandlersDependencies,
) {
  return {
    get: os.settings.get.handler(() => catalog.settings.get()),
    set: os.settings.set.handler(({ input }) => {
      const before = catalog.settings.get()
      const settings = catalog.settings.set(input)
      if (settings.nsfwMode !== before.nsfwMode || settings.sensitiveFrom !== before.sensitiveFrom) privacy.follow()
      hub.publish({ type: 'settings.changed', settings })
      pairs.start()
      if (before.learnsChoices && !settings.learnsChoices) choices.forget()
      return settings
    }),
  }
}
