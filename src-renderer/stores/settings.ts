import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Settings } from '../../src-main/contract/library/settings.ts'
import { useClient } from '../client/use-client.ts'
import { preferredLanguage } from '../languages/locales.ts'
import { useToasts } from './toasts.ts'

const SAVE_AFTER_MS = 300

/** What the person chose. A change shows at once and is saved a moment later, so that a slider costs one call. */
export const useSettings = defineStore('settings', () => {
  const client = useClient()
  const toasts = useToasts()
  const settings = ref<Settings>({ nsfwMode: 'blur', theme: 'system', tileSize: 200, minConfidence: 20, language: null })
  let unsaved: Partial<Settings> = {}
  let timer: ReturnType<typeof setTimeout> | undefined

  const accept = (next: Settings): void => { settings.value = { ...next, ...unsaved } }
  /** Until someone chose a language, the library takes that of the first window that opens it. */
  const load = async (): Promise<Settings> => {
    const saved = await client.library.settings.get()
    accept(saved)
    if (settings.value.language === null) change({ language: preferredLanguage(navigator.languages) })
    return saved
  }

  const save = async (): Promise<void> => {
    const change = unsaved
    unsaved = {}
    await toasts.attempt('Setting not saved', async () => accept(await client.library.settings.set(change)))
  }

  const change = (part: Partial<Settings>): void => {
    unsaved = { ...unsaved, ...part }
    settings.value = { ...settings.value, ...part }
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  return { settings, load, accept, change }
})
