import { t } from '../locales/messages.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import { MAX_IDS, type PhotoId } from '../../src-main/contract/library/ids.ts'
import type { SensitivityJudgement } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'

type Change = (title: string, run: () => Promise<ChangeResult>, mostUnsaid?: number) => Promise<boolean>

/** Marks that may take photos out of the view; each is told with Undo beside it. */
export function useHidingMarks(change: Change) {
  const { library } = useClient()
  /** Says whether photos are sensitive; null leaves it to the analysis. */
  const judge = (ids: readonly PhotoId[], judgement: SensitivityJudgement | null) =>
    change(t('stores.notMarked'), () => library.photos.setSensitivity({ ids: [...ids], judgement }), 0)
  const setPrivate = (ids: readonly PhotoId[], isPrivate: boolean) =>
    change(t('stores.notMarked'), () => library.photos.setPrivate({ ids: [...ids], isPrivate }), 0)
  /** Marks photos as private, or takes the mark off where all of them have it. */
  const togglePrivate = async (ids: readonly PhotoId[]): Promise<boolean> => {
    const tiles = await library.photos.tiles({ ids: ids.slice(0, MAX_IDS) }).catch(() => [])
    return setPrivate(ids, !tiles.every(({ isPrivate }) => isPrivate))
  }
  return { judge, setPrivate, togglePrivate }
}
