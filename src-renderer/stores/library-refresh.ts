import { useThrottleFn } from '@vueuse/core'
import { useCompare } from './compare.ts'
import { useFacets } from './facets.ts'
import { useFolders } from './folders.ts'
import { usePhotoDays } from './photo-days.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePhotoPages } from './photo-pages.ts'
import { useSectionPlaces } from './section-places.ts'
import { usePhotoMap } from './photo-map.ts'
import { usePrivacy } from './privacy.ts'
import { useQuestions } from './questions.ts'
import { useSelectionSummary } from './selection-summary.ts'
import { useSimilar } from './similar.ts'
import { useStackViews } from './stack-views.ts'

const PHOTOS_EVERY_MS = 350
const FOLDERS_EVERY_MS = 700
const COUNTS_EVERY_MS = 1500

/** Reloads what is visible after photos or folders changed; the more a part costs, the more rarely. */
export function useLibraryRefresh(): () => void {
  const pages = usePhotoPages(),
    days = usePhotoDays(),
    map = usePhotoMap(),
    places = useSectionPlaces(),
    details = usePhotoDetails(),
    similar = useSimilar(),
    facets = useFacets(),
    folders = useFolders(),
    questions = useQuestions(),
    privacy = usePrivacy(),
    compare = useCompare(),
    stackViews = useStackViews(),
    sums = useSelectionSummary()

  const refreshPhotos = (): void => {
    void pages.refresh()
    void days.refresh()
    places.refresh()
    map.refresh()
    details.refresh()
    void similar.refreshTiles()
    void compare.refresh()
    void stackViews.refresh()
    sums.refresh()
  }
  const parts = [
    useThrottleFn(refreshPhotos, PHOTOS_EVERY_MS, true),
    useThrottleFn(() => void facets.refresh(), COUNTS_EVERY_MS, true),
    // A picture that was just analysed can be the reason for a question.
    useThrottleFn(() => void questions.load().catch(() => undefined), COUNTS_EVERY_MS, true),
    useThrottleFn(() => void privacy.refresh().catch(() => undefined), COUNTS_EVERY_MS, true),
    useThrottleFn(() => void folders.load().catch(() => undefined), FOLDERS_EVERY_MS, true),
  ]
  return () => {
    for (const refresh of parts) void refresh()
  }
}
