import { useAnalysisActivity } from '../analysis/use-analysis-activity.ts'
import { useCardActivities } from '../cards/use-card-activities.ts'
import { useExportActivities } from '../export/use-export-activities.ts'
import { useFileActivities } from '../files/use-file-activities.ts'
import { usePeopleActivities } from '../people/use-people-activities.ts'
import { usePublishingActivities } from '../publishing/use-publishing-activities.ts'
import { useDownloadActivity } from '../models/use-download-activity.ts'
import { useActivities, type ActivitySource } from '../activity/use-activities.ts'
import { usePurgeActivity } from '../missing/use-purge-activity.ts'
import { useTransferActivities } from '../transfer/use-transfer-activities.ts'

/** Every area that may have running activities. Each is called once, when the window opens. */
const areas: readonly (() => ActivitySource)[] = [
  useExportActivities,
  usePublishingActivities,
  useTransferActivities,
  useCardActivities,
  useFileActivities,
  usePurgeActivity,
  useDownloadActivity,
  useAnalysisActivity,
  usePeopleActivities,
]

/** Registers the activities of every area. */
export function useActivitySources(): void {
  const activities = useActivities()
  for (const useArea of areas) activities.add(useArea())
}
