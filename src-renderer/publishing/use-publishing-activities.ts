import { translateSentence } from '../locales/translate-sentence.ts'
import type { PublishFolder } from '../../src-main/contract/library/publishing.ts'
import { t } from '../locales/messages.ts'
import type { Activity, ActivitySource } from '../activity/use-activities.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { usePublishing } from './use-publishing.ts'

/** Publish folders that are being updated, or that have a problem. */
export function usePublishingActivities(): ActivitySource {
  const publishing = usePublishing(),
    panels = usePanels()
  const describe = (folder: PublishFolder): Activity[] => {
    const { id, name, state, problem, isOn } = folder
    if (!isOn || state === 'in-step' || state === 'waiting') return []
    return [
      {
        id: `publish-${id}`,
        title: t('publishing.activity', { name }),
        state: state === 'running' ? 'running' : 'failed',
        done: 0,
        total: null,
        detail: folder.target,
        ...(problem !== null && { problem: translateSentence(problem) }),
        ...(state !== 'running' && { resume: () => publishing.run(id) }),
        show: {
          label: t('activity.open'),
          run: () => {
            panels.isPublishingOpen = true
          },
        },
      },
    ]
  }
  return () => publishing.list.flatMap(describe)
}
