import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ChangeId } from '../../src-main/contract/library/history.ts'
import type { PurgeProgress, RemovedItem } from '../../src-main/contract/library/removed.ts'
import { useClient } from '../client/use-client.ts'
import { countPhotos } from '../words/wording.ts'
import { useToasts } from '../client/use-toasts.ts'

/** What the person removed from the library and can restore. */
export const useRemoved = defineStore('removed', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const items = shallowRef<readonly RemovedItem[]>([])
  const isLoaded = ref(false)
  /** What is being deleted for good; null if nothing is. */
  const purging = shallowRef<PurgeProgress | null>(null)

  const load = async (): Promise<void> => {
    items.value = await library.removed.list()
    isLoaded.value = true
  }
  const putBack = (item: RemovedItem): Promise<boolean> =>
    toasts.attempt(t('missing.notPutBack'), async () => {
      await library.removed.restore({ changeId: item.changeId })
      const title = t('missing.isPutBack', { name: item.path ?? countPhotos(item.photoCount) })
      toasts.show({ kind: 'info', title, detail: t('missing.withAll'), about: 'change' })
    })
  /** Deletes the data of one item, or of all, permanently. */
  const purge = (changeId?: ChangeId): Promise<boolean> =>
    toasts.attempt(t('missing.notDeleted'), () => library.removed.purge(changeId === undefined ? {} : { changeId }))

  const accept = (progress: PurgeProgress | null): void => {
    purging.value = progress
  }

  return { items, isLoaded, purging, load, putBack, purge, accept }
})
