import type { ActivitySource } from '../activity/use-activities.ts'
import { t } from '../locales/messages.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useRemoved } from './use-removed.ts'

/** What was removed is deleted for good, after 30 days or because a person asked for it. */
export function usePurgeActivity(): ActivitySource {
  const removed = useRemoved(),
    panels = usePanels()
  const open = (): void => {
    panels.isRemovedOpen = true
  }
  return () =>
    removed.purging === null
      ? []
      : [
          {
            id: 'purge',
            title: t('missing.deletingForGood'),
            state: 'running',
            ...removed.purging,
            show: { label: t('missing.recentlyRemoved'), run: open },
          },
        ]
}
