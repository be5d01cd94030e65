import { t } from '../locales/messages.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'

type Change = (title: string, run: () => Promise<ChangeResult>, mostUnsaid?: number) => Promise<boolean>

/** What a person says of stacks. It moves photos in the list, so that each is told with Undo beside it. */
export function useStackChanges(change: Change) {
  const { stacks } = useClient().library
  const join = (ids: readonly PhotoId[]) => change(t('stores.notStacked'), () => stacks.join({ ids: [...ids] }), 0)
  const takeOut = (ids: readonly PhotoId[]) =>
    change(t('stores.notTakenOut'), () => stacks.takeOut({ ids: [...ids] }), 0)
  const unstack = (ids: readonly PhotoId[]) =>
    change(t('stores.notTakenApart'), () => stacks.unstack({ ids: [...ids] }), 0)
  const split = (id: PhotoId) => change(t('stores.notSplit'), () => stacks.split({ id }), 0)
  const release = (ids: readonly PhotoId[]) =>
    change(t('stores.notChanged'), () => stacks.release({ ids: [...ids] }), 0)
  const putOnTop = (id: PhotoId) => change(t('stores.notOnTop'), () => stacks.putOnTop({ id }))
  const acceptSuggested = (ids: readonly PhotoId[]) =>
    change(t('stores.notOnTop'), () => stacks.acceptSuggested({ ids: [...ids] }), 0)
  return { stack: { join, takeOut, unstack, split, release, putOnTop, acceptSuggested } }
}
