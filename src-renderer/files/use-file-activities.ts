import { t } from '../locales/messages.ts'
import type { ActivitySource } from '../activity/use-activities.ts'
import { useFileMoves } from './use-file-moves.ts'

/** Files that are being moved. */
export function useFileActivities(): ActivitySource {
  const moves = useFileMoves()
  return () => {
    const { progress } = moves
    if (progress === null || progress.total === 0) return []
    const { kind, done, total, planId } = progress
    const title = t(kind === 'moving' ? 'files.moving' : 'files.returning')
    const cancel = planId === '' ? {} : { cancel: moves.cancel }
    return [{ id: `files-${planId}`, title, state: 'running', done, total, ...cancel }]
  }
}
