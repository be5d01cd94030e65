import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ExportPreset, ExportPresetId } from '../../../src-main/contract/library/export-preset.ts'
import type { ExportSettings } from '../../../src-main/contract/library/export-settings.ts'
import { useClient } from '../../client/use-client.ts'
import { t } from '../../locales/messages.ts'
import { useToasts } from '../../client/use-toasts.ts'

/** Named export settings. */
export const useExportPresets = defineStore('export-presets', () => {
  const { exportPresets } = useClient().library
  const toasts = useToasts()
  const list = shallowRef<readonly ExportPreset[]>([])

  const load = async (): Promise<void> => {
    list.value = await exportPresets.list()
  }
  const named = (name: string): ExportPreset | undefined =>
    list.value.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())
  /** Saves settings under a name; with an id, replaces that preset. Null if it failed. */
  const save = async (name: string, settings: ExportSettings, id?: ExportPresetId): Promise<ExportPreset | null> => {
    let saved: ExportPreset | null = null
    await toasts.attempt(t('export.presetNotSaved'), async () => {
      saved = (await exportPresets.save({ name, settings, ...(id === undefined ? {} : { id }) })).preset
      await load()
    })
    return saved
  }
  const remove = (id: ExportPresetId): Promise<boolean> =>
    toasts.attempt(t('export.presetNotRemoved'), async () => {
      await exportPresets.remove({ id })
      await load()
    })
  /** Imports a preset's file. */
  const read = async (file: File): Promise<ExportPreset | null> => {
    let taken: ExportPreset | null = null
    await toasts.attempt(t('export.presetNotRead', { name: file.name }), async () => {
      taken = (await exportPresets.read({ text: await file.text() })).preset
      await load()
    })
    return taken
  }
  /** Gives a preset's file to the browser, which saves it as a download. */
  const write = (id: ExportPresetId): Promise<boolean> =>
    toasts.attempt(t('export.presetNotWritten'), async () => {
      const { fileName, text } = await exportPresets.write({ id })
      handOver(fileName, text)
    })

  return { list, load, named, save, remove, read, write }
})

function handOver(fileName: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
