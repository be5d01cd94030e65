import type { LibraryEvent } from '../../src-main/contract/library/events.ts'
import type { Settings } from '../../src-main/contract/library/settings.ts'
import { useAnalysis } from './analysis.ts'
import { useBackups } from './backups.ts'
import { useCustomClassifiers } from './custom-classifiers.ts'
import { useDuplicates } from './duplicates.ts'
import { useExportJob } from './export-job.ts'
import { useFacets } from './facets.ts'
import { useHealth } from './health.ts'
import { useHistory } from './history.ts'
import { useLibraryRefresh } from './library-refresh.ts'
import { useMapTiles } from './map-tiles.ts'
import { useMetadataWriting } from './metadata-writing.ts'
import { useModels } from './models.ts'
import { usePair } from './pair.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePrivacy } from './privacy.ts'
import { useQuestions } from './questions.ts'
import { useRemote } from './remote.ts'
import { useRemoved } from './removed.ts'
import { useSavedSearches } from './saved-searches.ts'
import { useSettings } from './settings.ts'
import { useTagLabels } from './tag-labels.ts'
import { useLibraryExport, useLibraryImport } from './transfer.ts'

type EventOf<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>
type Handlers = { [Type in LibraryEvent['type']]: (event: EventOf<Type>) => void }

/** Passes each event of the library to the store that it concerns. */
export function useLibraryEvents(): (event: LibraryEvent) => void {
  const refresh = useLibraryRefresh()
  const onSettings = useSettingsHandler(refresh)
  const analysis = useAnalysis(),
    exportJob = useExportJob(),
    transfers = [useLibraryImport(), useLibraryExport()],
    classifiers = useCustomClassifiers(),
    remote = useRemote(),
    health = useHealth(),
    backups = useBackups(),
    metadata = useMetadataWriting(),
    questions = useQuestions(),
    duplicates = useDuplicates(),
    privacy = usePrivacy(),
    tiles = useMapTiles(),
    searches = useSavedSearches()
  const onHistory = useHistoryHandler()
  const onModels = useModelHandlers()

  const handlers: Handlers = {
    'photos.changed': refresh,
    'folders.changed': refresh,
    'history.changed': onHistory,
    'questions.changed': () => void questions.load().catch(() => undefined),
    'duplicates.changed': () => void duplicates.follow().catch(() => undefined),
    'searches.changed': () => void searches.load().catch(() => undefined),
    'metadata.changed': ({ state }) => metadata.accept(state),
    'analysis.changed': ({ status }) => analysis.accept(status),
    ...onModels,
    'export.changed': ({ progress }) => exportJob.accept(progress),
    'transfer.changed': ({ progress }) => transfers.forEach((transfer) => transfer.accept(progress)),
    'classifiers.changed': ({ classifiers: listed }) => classifiers.accept(listed),
    'remote.changed': ({ state }) => remote.accept(state),
    'health.changed': (event) => health.accept(event.health),
    'backups.changed': (event) => backups.accept(event.backups),
    'privacy.changed': (event) => privacy.accept(event.state),
    'map-tiles.changed': ({ state }) => tiles.accept(state),
    'settings.changed': ({ settings }) => onSettings(settings),
  }
  // Each handler takes the event of its own type; TypeScript cannot relate the two for a union.
  return (event) => (handlers[event.type] as (event: LibraryEvent) => void)(event)
}

function useModelHandlers(): Pick<Handlers, 'models.changed' | 'pair.changed'> {
  const models = useModels(),
    pair = usePair()
  return {
    'models.changed': (event) => models.accept(event.models),
    'pair.changed': ({ state }) => pair.accept(state),
  }
}

/**
 * Labels come from the library: in another language they are loaded again. Words for people come and go on all photos.
 */
function useSettingsHandler(refresh: () => void): (next: Settings) => void {
  const settings = useSettings(),
    labels = useTagLabels(),
    details = usePhotoDetails(),
    facets = useFacets()
  let peopleWords: Settings['peopleWords'] | null = null
  return (next) => {
    settings.accept(next)
    if (next.peopleWords !== (peopleWords ?? 'show')) refresh()
    peopleWords = next.peopleWords
    if (next.language === labels.language) return
    labels.language = next.language
    details.refresh()
    void facets.refresh()
  }
}

/** What cannot be loaded now is loaded with the next event, or when its view opens. */
function useHistoryHandler(): () => void {
  const history = useHistory(),
    removed = useRemoved()
  return () => {
    void history.refresh()
    void removed.load().catch(() => undefined)
  }
}
