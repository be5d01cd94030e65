import { watch } from 'vue'
import type { LibraryEvent } from '../../src-main/contract/library/events.ts'
import type { Settings } from '../../src-main/contract/library/settings.ts'
import { followEvents } from '../client/follow-events.ts'
import { useConnection } from '../client/use-client.ts'
import { useAnalysis } from './analysis.ts'
import { useExportJob } from './export-job.ts'
import { useFacets } from './facets.ts'
import { useFolders } from './folders.ts'
import { useCustomClassifiers } from './custom-classifiers.ts'
import { useModels } from './models.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePhotoPages } from './photo-pages.ts'
import { useQuery } from './query.ts'
import { useRemote } from './remote.ts'
import { useSettings } from './settings.ts'
import { useShell } from './shell.ts'
import { useSimilar } from './similar.ts'
import { throttle } from './throttle.ts'

/** Loads what the window starts with, then keeps it fresh from the library's events until aborted. */
export function useFollowLibrary(signal: AbortSignal): { reload: () => Promise<void> } {
  const { client, state } = useConnection()
  const pages = usePhotoPages(),
    details = usePhotoDetails(),
    similar = useSimilar(),
    facets = useFacets(),
    folders = useFolders()
  const analysis = useAnalysis(),
    models = useModels(),
    settings = useSettings(),
    exportJob = useExportJob(),
    learned = useCustomClassifiers(),
    remote = useRemote(),
    shell = useShell(),
    query = useQuery()

  const refreshPhotos = throttle(() => {
    void pages.refresh()
    details.refresh()
    void similar.refreshTiles()
  }, 350)
  const refreshCounts = throttle(() => void facets.refresh(), 1500)
  const refreshFolders = throttle(() => void folders.load().catch(() => undefined), 700)

  let labelled: Settings['language'] = null
  const reload = async (): Promise<void> => {
    await Promise.allSettled([
      shell.load(),
      settings.load().then((saved) => {
        labelled = saved.language
      }),
    ])
    await Promise.allSettled([
      pages.refresh(),
      folders.load(),
      analysis.load(),
      models.load(),
      learned.load(),
      remote.load(),
      facets.refresh(),
    ])
    details.refresh()
  }

  /** Labels come from the library, so that another language means asking again. */
  const onSettings = (next: Settings): void => {
    settings.accept(next)
    if (next.language === labelled) return
    labelled = next.language
    details.refresh()
    void facets.refresh()
  }

  const onEvent = (event: LibraryEvent): void => {
    switch (event.type) {
      case 'photos.changed':
        refreshPhotos()
        refreshCounts()
        refreshFolders()
        break
      case 'folders.changed':
        refreshFolders()
        refreshPhotos()
        refreshCounts()
        break
      case 'analysis.changed':
        analysis.accept(event.status)
        break
      case 'models.changed':
        models.accept(event.models)
        break
      case 'export.changed':
        exportJob.accept(event.progress)
        break
      case 'taggers.changed':
        learned.accept(event.taggers)
        break
      case 'remote.changed':
        remote.accept(event.state)
        break
      case 'settings.changed':
        onSettings(event.settings)
        break
    }
  }

  // A folder that left the library takes the filter for it along.
  watch(
    () => folders.folders,
    () => {
      const { folderId } = query.filter
      if (folderId !== undefined && folders.isLoaded && !folders.byId.has(folderId))
        query.patch({ folderId: undefined })
    },
  )
  watch(state, (now, before) => {
    if (now === 'open' && before !== 'connecting') void reload()
  })
  void reload()
  void followEvents(client, { onEvent, onGap: () => void reload() }, signal)
  return { reload }
}
