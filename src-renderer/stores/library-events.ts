import type { LibraryEvent } from '../../src-main/contract/library/events.ts'
import type { Settings } from '../../src-main/contract/library/settings.ts'
import { useAnalysis } from './analysis.ts'
import { useCustomClassifiers } from './custom-classifiers.ts'
import { useExportJob } from './export-job.ts'
import { useFacets } from './facets.ts'
import { useLibraryRefresh } from './library-refresh.ts'
import { useModels } from './models.ts'
import { usePhotoDetails } from './photo-details.ts'
import { useRemote } from './remote.ts'
import { useSettings } from './settings.ts'
import { useTagLabels } from './tag-labels.ts'

type EventOf<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>
type Handlers = { [Type in LibraryEvent['type']]: (event: EventOf<Type>) => void }

/** Passes each event of the library to the store that it concerns. */
export function useLibraryEvents(): (event: LibraryEvent) => void {
  const refresh = useLibraryRefresh()
  const onSettings = useSettingsHandler()
  const analysis = useAnalysis(),
    models = useModels(),
    exportJob = useExportJob(),
    classifiers = useCustomClassifiers(),
    remote = useRemote()

  const handlers: Handlers = {
    'photos.changed': refresh,
    'folders.changed': refresh,
    'history.changed': () => undefined,
    'metadata.changed': () => undefined,
    'analysis.changed': ({ status }) => analysis.accept(status),
    'models.changed': (event) => models.accept(event.models),
    'export.changed': ({ progress }) => exportJob.accept(progress),
    'classifiers.changed': ({ classifiers: listed }) => classifiers.accept(listed),
    'remote.changed': ({ state }) => remote.accept(state),
    'health.changed': () => {}, // no view shows it
    'backups.changed': () => {}, // no view keeps a list of backups
    'settings.changed': ({ settings }) => onSettings(settings),
  }
  // Each handler takes the event of its own type; TypeScript cannot relate the two for a union.
  return (event) => (handlers[event.type] as (event: LibraryEvent) => void)(event)
}

/** Labels come from the library: in another language they are loaded again. */
function useSettingsHandler(): (next: Settings) => void {
  const settings = useSettings(),
    labels = useTagLabels(),
    details = usePhotoDetails(),
    facets = useFacets()
  return (next) => {
    settings.accept(next)
    if (next.language === labels.language) return
    labels.language = next.language
    details.refresh()
    void facets.refresh()
  }
}
