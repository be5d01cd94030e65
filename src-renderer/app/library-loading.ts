import { languageOfTags } from '../../src-main/contract/library/settings.ts'
import { useAlbums } from '../albums/albums.ts'
import { useAnalysis } from '../analysis/analysis.ts'
import { useBackups } from '../backups/backups.ts'
import { useCustomClassifiers } from '../classifiers/custom-classifiers.ts'
import { useDuplicates } from '../duplicates/duplicates.ts'
import { useExports } from '../export/jobs/exports.ts'
import { useFacets } from '../search/filters/facets.ts'
import { useFolders } from '../folders/folders.ts'
import { useHealth } from '../backups/health.ts'
import { useHistory } from '../history/history.ts'
import { useLearnedSuggestions } from '../classifiers/learned-suggestions.ts'
import { useMetadataWriting } from '../metadata/metadata-writing.ts'
import { useModels } from '../models/models.ts'
import { usePair } from '../models/pair.ts'
import { usePeople } from '../people/people.ts'
import { usePhotoDays } from '../grid/photo-days.ts'
import { usePhotoDetails } from '../inspector/photo-details.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { usePrivacy } from '../privacy/privacy.ts'
import { usePublishing } from '../publishing/publishing.ts'
import { useQuestions } from '../decisions/questions.ts'
import { useRemote } from '../remote/remote.ts'
import { useRemoved } from '../missing/removed.ts'
import { useSavedSearches } from '../albums/saved-searches.ts'
import { useSettings } from '../settings/settings.ts'
import { useShell } from '../client/shell.ts'
import { useSimilar } from '../similar/similar.ts'
import { useTagLabels } from '../languages/tag-labels.ts'

/** Loads everything that the window shows: when it opens, and whenever events may have been missed. */
export function useLibraryLoading(): () => Promise<void> {
  const shell = useShell(),
    privacy = usePrivacy(),
    settings = useSettings(),
    labels = useTagLabels(),
    details = usePhotoDetails(),
    facets = useFacets()
  const lists = [
    usePhotoPages().refresh,
    usePhotoDays().refresh,
    useSimilar().refreshTiles,
    useFolders().load,
    useAnalysis().load,
    useModels().load,
    usePair().load,
  ]
  const others = [useCustomClassifiers().load, useLearnedSuggestions().load, useRemote().load, facets.refresh]
  const kept = [
    useExports().load,
    usePublishing().load,
    useHealth().load,
    useBackups().load,
    useHistory().refresh,
    useRemoved().load,
    useMetadataWriting().load,
    useQuestions().load,
    useDuplicates().follow,
    useSavedSearches().load,
    useAlbums().load,
    usePeople().follow,
  ]

  const loadSettings = async (): Promise<void> => {
    labels.language = languageOfTags(await settings.load())
  }
  return async () => {
    await Promise.allSettled([shell.load(), loadSettings(), privacy.load()])
    await Promise.allSettled([...lists, ...others, ...kept].map((load) => load()))
    details.refresh()
  }
}
