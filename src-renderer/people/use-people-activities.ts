import { t } from '../locales/messages.ts'
import { usePlace } from '../navigation/use-place.ts'
import type { ActivitySource } from '../activity/use-activities.ts'
import { usePeople } from './use-people.ts'

/** Grouping of faces. The analysis reports the photos whose faces are still to be found. */
export function usePeopleActivities(): ActivitySource {
  const people = usePeople(),
    place = usePlace()
  return () => {
    const { isGrouping, grouped, toGroup } = people.state
    if (!isGrouping) return []
    return [
      {
        id: 'people',
        title: t('people.groupingActivity'),
        state: 'running',
        done: grouped,
        // Once all are in groups, suggestions are computed, whose number is not known before.
        total: toGroup > 0 ? grouped + toGroup : null,
        show: { label: t('people.openPeople'), run: place.openPeople },
      },
    ]
  }
}
