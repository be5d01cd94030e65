import { t } from '../locales/messages.ts'
import type { ActivitySource } from '../activity/use-activities.ts'
import { useModels } from './use-models.ts'
import { usePanels } from '../navigation/use-panels.ts'

/** The download of analysis models. */
export function useDownloadActivity(): ActivitySource {
  const models = useModels(),
    panels = usePanels()
  return () => {
    const loading = models.models.filter(({ state }) => state === 'downloading')
    if (loading.length === 0) return []
    const done = loading.reduce((sum, { received }) => sum + received, 0)
    const total = loading.reduce((sum, { bytes }) => sum + bytes, 0)
    return [
      {
        id: 'models',
        title: t('activity.models'),
        state: 'running',
        done,
        total,
        isInBytes: true,
        cancel: models.cancelInstall,
        show: { label: t('activity.open'), run: () => panels.openSettings('models') },
      },
    ]
  }
}
