import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type WritableComputedRef } from 'vue'
import { Settings } from '../../src-main/contract/library/settings.ts'
import { useClient } from '../client/use-client.ts'
import { useDelayedSave } from '../client/delayed-save.ts'
import { useLeftChanges } from './left-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

const SAVE_AFTER_MS = 300

/** The person's settings. A change shows at once; a slider costs two calls, at its beginning and its end. */
export const useSettings = defineStore('settings', () => {
  const client = useClient()
  const toasts = useToasts()
  const settings = ref(Settings.parse({}))
  /** As the library has them. */
  const saved = shallowRef(settings.value)
  const saving = useDelayedSave<Settings>(
    async (change) => {
      await toasts.attempt(t('settings.settingNotSaved'), async () => accept(await client.library.settings.set(change)))
    },
    { delayMs: SAVE_AFTER_MS, savesFirstAtOnce: true },
  )

  const left = useLeftChanges('settings', Settings, () => saving.unanswered())

  const isLoaded = ref(false)

  const accept = (next: Settings): void => {
    saved.value = next
    settings.value = { ...next, ...saving.unsaved() }
  }
  const load = async (): Promise<Settings> => {
    const loaded = await client.library.settings.get()
    accept(loaded)
    const changes = left.take()
    if (Object.keys(changes).length > 0) change(changes)
    isLoaded.value = true
    return loaded
  }

  const change = (part: Partial<Settings>): void => {
    saving.add(part)
    settings.value = { ...settings.value, ...part }
  }

  return { settings, saved, isLoaded, load, accept, change }
})

/** One setting, for the control that shows and changes it. */
export function useSetting<Name extends keyof Settings>(name: Name): WritableComputedRef<Settings[Name]> {
  const settings = useSettings()
  return computed({
    get: () => settings.settings[name],
    set: (value) => settings.change({ [name]: value }),
  })
}
