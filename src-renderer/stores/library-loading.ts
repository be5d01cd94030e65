import { languageOfTags } from '../../src-main/contract/library/settings.ts'
import { useAlbums } from './albums.ts'
import { useAnalysis } from './analysis.ts'
import { useBackups } from './backups.ts'
import { useCustomClassifiers } from './custom-classifiers.ts'
import { useDuplicates } from './duplicates.ts'
import { useExports } from './exports.ts'
import { useFacets } from './facets.ts'
import { useFolders } from './folders.ts'
import { useHealth } from './health.ts'
import { useHistory } from './history.ts'
import { useLearnedSuggestions } from './learned-suggestions.ts'
import { useMetadataWriting } from './metadata-writing.ts'
import { useModels } from './models.ts'
import { usePair } from './pair.ts'
import { usePeople } from './people.ts'
import { usePhotoDays } from './photo-days.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePhotoPages } from './photo-pages.ts'
import { usePrivacy } from './privacy.ts'
import { usePublishing } from './publishing.ts'
import { useQuestions } from './questions.ts'
import { useRemote } from './remote.ts'
import { useRemoved } from './removed.ts'
import { useSavedSearches } from './saved-searches.ts'
import { useSettings } from './settings.ts'
import { useShell } from './shell.ts'
import { useTagLabels } from './tag-labels.ts'

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
