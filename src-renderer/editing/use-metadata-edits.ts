import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { DateChange } from '../../src-main/contract/library/date-change.ts'
import type { GivenMetadata } from '../../src-main/contract/library/given-metadata.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { Position } from '../../src-main/contract/library/position.ts'
import { type GivenTexts, type TextField, textFields } from '../../src-main/contract/library/text-fields.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useSelectionSummary } from '../photos/selection-summary.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The copied metadata of a photo. */
export type CopiedMetadata = { name: string; given: GivenMetadata }

/** Edits of photos in the metadata panel; each change shows a notice with Undo. */
export const useMetadataEdits = defineStore('metadata-edits', () => {
  const { editing, photos } = useClient().library
  const toasts = useToasts(),
    changes = usePersonChanges(),
    summary = useSelectionSummary()
  const copied = shallowRef<CopiedMetadata | null>(null)
  /** Expanded groups of fields, whichever photos are shown. */
  const openGroups = ref<readonly string[]>(['metadata.groupDescription'])
  const toggleGroup = (group: string, isOpen: boolean): void => {
    openGroups.value = [...openGroups.value.filter((each) => each !== group), ...(isOpen ? [group] : [])]
  }

  const make = (title: string, run: () => Promise<ChangeResult>): Promise<boolean> =>
    toasts.attempt(title, async () => {
      changes.tellDone(await run())
      void summary.refresh()
    })
  const setTexts = (ids: readonly PhotoId[], texts: GivenTexts) =>
    make(t('metadata.notSaved'), () => editing.setTexts({ ids: [...ids], texts }))
  const setPosition = (ids: readonly PhotoId[], position: Position | 'nowhere' | null) =>
    make(t('metadata.notSaved'), () => editing.setPosition({ ids: [...ids], position }))
  const changeDates = (ids: readonly PhotoId[], change: DateChange) =>
    make(t('metadata.datesNotChanged'), () => editing.changeDates({ ids: [...ids], change }))
  const paste = (ids: readonly PhotoId[], given: GivenMetadata) =>
    make(t('metadata.notSaved'), () => editing.paste({ ids: [...ids], given }))

  /** Copies a photo's metadata, to be pasted to others. */
  const copy = (id: PhotoId): Promise<boolean> =>
    toasts.attempt(t('metadata.notCopied'), async () => {
      copied.value = copiedFrom(await photos.get({ id }))
      toasts.say(t('metadata.copied', { name: copied.value.name }))
    })

  return { copied, openGroups, toggleGroup, setTexts, setPosition, changeDates, paste, copy }
})

function copiedFrom({ name, rating, label, tags, metadata }: PhotoDetail): CopiedMetadata {
  const { takenAt, offset, latitude, longitude, altitude } = metadata
  const filled = textFields.filter((field) => metadata[field])
  const own = tags.filter(({ source }) => source === 'person' || source === 'file').map((tag) => tag.name)
  return {
    name,
    given: {
      texts: Object.fromEntries(filled.map((field): [TextField, string] => [field, metadata[field] ?? ''])),
      ...(latitude !== null && longitude !== null && { position: { latitude, longitude, altitude } }),
      ...(takenAt !== null && { date: { takenAt: takenAt.slice(0, 19), offset } }),
      ...(rating > 0 && { rating }),
      ...(label !== '' && { label }),
      ...(own.length > 0 && { tags: [...new Set(own)] }),
    },
  }
}
