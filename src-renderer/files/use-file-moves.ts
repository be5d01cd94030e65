import { translateSentence } from '../locales/translate-sentence.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FilesProgress, MovePlan, MoveReport } from '../../src-main/contract/library/files.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Moving and renaming files on the disk, and its progress. */
export const useFileMoves = defineStore('file-moves', () => {
  const { library } = useClient()
  const toasts = useToasts(),
    changes = usePersonChanges()
  /** The running move; null if there is none. */
  const progress = shallowRef<FilesProgress | null>(null)

  const accept = (next: FilesProgress): void => {
    progress.value = next.state === 'running' ? next : null
  }
  const tell = ({ change, failures }: MoveReport): void => {
    if (change !== null) changes.tellDone(change)
    if (failures.length === 0) return
    const lines = failures.slice(0, 3).map(({ path, reason }) => `${path}: ${translateSentence(reason)}`)
    const title = t('files.movedInPart', { count: failures.length })
    toasts.show({ kind: 'error', title, detail: lines.join('\n') })
  }
  /** Executes a plan, and shows a notice with the result. Returns whether it succeeded. */
  const carryOut = ({ planId }: Pick<MovePlan, 'planId'>): Promise<boolean> =>
    toasts.attempt(t('files.notMoved'), async () => tell(await library.files.move({ planId })))

  /** Moves photos that were dropped on a folder; if a name already exists, a number is added. */
  const moveTo = (ids: readonly PhotoId[], folderId: FolderId): Promise<boolean> =>
    toasts.attempt(t('files.notMoved'), async () => {
      const plan = await library.files.plan({ ids: [...ids], target: { folderId }, numbersTaken: true })
      const stays = plan.preview.flatMap(({ name, problem }) =>
        problem === null ? [] : { path: name, reason: problem },
      )
      const report = await library.files.move({ planId: plan.planId })
      tell({ ...report, failures: [...stays, ...report.failures] })
    })
  const cancel = (): void => {
    if (progress.value === null) return
    const { planId } = progress.value
    void toasts.attempt(t('files.notCancelled'), () => library.files.cancel({ planId }))
  }
  const newFolder = (parentId: FolderId, name: string): Promise<unknown> => library.files.newFolder({ parentId, name })
  const renameFolder = async (id: FolderId, name: string): Promise<void> =>
    changes.tellDone(await library.files.renameFolder({ id, name }))

  return { progress, accept, carryOut, moveTo, cancel, newFolder, renameFolder }
})
