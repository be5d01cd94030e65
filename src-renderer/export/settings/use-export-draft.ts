import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import {
  ContactSheetSettings,
  ExportSettings,
  PictureSettings,
} from '../../../src-main/contract/library/export-settings.ts'
import type { ExportPreset, ExportPresetId } from '../../../src-main/contract/library/export-preset.ts'

type Draft = { kind: ExportSettings['kind']; pictures: PictureSettings; sheet: ContactSheetSettings }

const starting = (): Draft => ({
  kind: 'pictures',
  pictures: PictureSettings.parse({
    kind: 'pictures',
    outputs: [{ kind: 'photo', size: { by: 'long-edge', pixels: 2560 } }],
    sharpening: { for: 'screen' },
  }),
  sheet: ContactSheetSettings.parse({ kind: 'contact-sheet', sheet: {} }),
})

/** Settings stored by an earlier version of the program may not be valid any more. */
function restore(kept: unknown): Draft {
  const fresh = starting()
  if (typeof kept !== 'object' || kept === null) return fresh
  const { kind, pictures, sheet } = kept as Record<keyof Draft, unknown>
  return {
    kind: kind === 'contact-sheet' ? kind : 'pictures',
    pictures: PictureSettings.safeParse(pictures).data ?? fresh.pictures,
    sheet: ContactSheetSettings.safeParse(sheet).data ?? fresh.sheet,
  }
}

/** The settings that the person edits, for pictures and for contact sheets; the next export begins with them. */
export const useExportDraft = defineStore('export-draft', () => {
  const kept = useLocalStorage('export-settings', '')
  const draft = shallowRef<Draft>(restore(parseOrNull(kept.value)))
  const presetId = ref<ExportPresetId | null>(null)
  const settings = computed<ExportSettings>(() =>
    draft.value.kind === 'pictures' ? draft.value.pictures : draft.value.sheet,
  )
  const isValid = computed(() => ExportSettings.safeParse(settings.value).success)
  /** Sizes of the crops that are written. */
  const cropSizes = computed<Size[]>(() => cropSizesOf(settings.value))

  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part }
  }
  /** Changes settings that both kinds have, in the kind that is shown. */
  const changeShown = (
    part: Partial<Pick<ExportSettings, 'pattern' | 'collisions' | 'withSensitive' | 'holdsBackCards' | 'dpi'>>,
  ): void => {
    const { kind, pictures, sheet } = draft.value
    change(kind === 'pictures' ? { pictures: { ...pictures, ...part } } : { sheet: { ...sheet, ...part } })
  }
  const put = (next: ExportSettings): void =>
    change(next.kind === 'pictures' ? { kind: next.kind, pictures: next } : { kind: next.kind, sheet: next })
  const take = ({ id, settings: next }: Pick<ExportPreset, 'id' | 'settings'>): void => {
    presetId.value = id
    put(next)
  }
  /** Writes only one crop. */
  const takeCrop = (size: Size): void => {
    presetId.value = null
    change({ kind: 'pictures', pictures: { ...draft.value.pictures, outputs: [{ kind: 'crop', size }] } })
  }
  /** Stores the settings for the next export. */
  const keep = (): void => {
    if (isValid.value) kept.value = JSON.stringify(draft.value)
  }

  const [kind, pictures] = [computed(() => draft.value.kind), computed(() => draft.value.pictures)]
  const parts = { kind, pictures, sheet: computed(() => draft.value.sheet) }
  return { ...parts, settings, isValid, cropSizes, presetId, change, changeShown, put, take, takeCrop, keep }
})

const cropSizesOf = (settings: ExportSettings): Size[] =>
  settings.kind === 'pictures'
    ? settings.outputs.flatMap((output) => (output.kind === 'crop' ? [output.size] : []))
    : []

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
