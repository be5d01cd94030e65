import { t } from '../locales/messages.ts'
import { computed, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useToasts } from './toasts.ts'

export type Ids = readonly PhotoId[]

/** The ids of selected photos, some of which the library may still be asked for. */
export function useSelectedIds() {
  const toasts = useToasts()
  const ids = shallowRef<ReadonlySet<PhotoId>>(new Set())
  /** The selection that the library is asked for; null where the present one is what the person chose last. */
  let awaited: Promise<Ids | null> | null = null
  const list = computed(() => [...ids.value])
  const has = (id: PhotoId): boolean => ids.value.has(id)

  const select = (next: Iterable<PhotoId>): void => {
    awaited = null
    ids.value = new Set(next)
  }
  /** Selects what the library answers, unless something else was selected meanwhile. */
  const selectLater = async (find: () => Promise<Ids>): Promise<void> => {
    let found: Ids | null = null
    const asking = toasts.attempt(t('stores.notSelected'), async () => (found = await find())).then(() => found)
    awaited = asking
    await asking
    if (awaited === asking) select(found ?? list.value)
  }
  /**
   * What a key that is pressed now acts on: the selection, or the one that the library is asked for, once it is known.
   * Null where it could not be found out.
   */
  const chosen = (): Promise<Ids | null> => awaited ?? Promise.resolve(list.value)
  /** False while the library is asked for the selection. */
  const isKnown = (): boolean => awaited === null
  const isEmpty = (): boolean => isKnown() && ids.value.size === 0

  return { ids, list, has, select, selectLater, chosen, isKnown, isEmpty }
}
