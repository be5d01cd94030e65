import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Backup, Backups } from '../../src-main/contract/library/backups.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Backups of the catalogue, the newest first, and the one that will replace it. */
export const useBackups = defineStore('backups', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const state = ref<Backups>({ folder: '', backups: [], restoring: null })
  const isLoaded = ref(false)
  const isMaking = ref(false)

  const load = async (): Promise<void> => {
    state.value = await library.backups.list()
    isLoaded.value = true
  }
  const accept = (backups: readonly Backup[]): void => {
    state.value = { ...state.value, backups: [...backups] }
  }
  const make = async (): Promise<void> => {
    isMaking.value = true
    await toasts.attempt(t('backups.noBackup'), async () => {
      await library.backups.now()
      await load()
      toasts.say(t('backups.backupMade'))
    })
    isMaking.value = false
  }
  /** The backup replaces the catalogue when Lumafold starts next. */
  const restore = (id: string, withNewerEdits: boolean): Promise<boolean> =>
    toasts.attempt(t('backups.notRestored'), async () => {
      state.value = await library.backups.restore({ id, withNewerEdits })
    })
  const keepPresent = (): Promise<boolean> =>
    toasts.attempt(t('backups.notCalledOff'), async () => {
      state.value = await library.backups.keepPresent()
    })

  return { state, isLoaded, isMaking, load, accept, make, restore, keepPresent }
})
