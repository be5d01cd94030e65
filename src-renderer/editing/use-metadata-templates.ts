import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { MetadataTemplate } from '../../src-main/contract/library/metadata-template.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { CallOrder } from '../client/call-order.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Named sets of texts, ordered by name; loaded when they are first shown. Each change shows a notice with Undo. */
export const useMetadataTemplates = defineStore('metadata-templates', () => {
  const { templates } = useClient().library
  const toasts = useToasts(),
    changes = usePersonChanges()
  const list = shallowRef<readonly MetadataTemplate[]>([])
  const order = new CallOrder()
  let isWanted = false
  let isLoaded = false

  const load = async (): Promise<void> => {
    const isLatest = order.start()
    const found = await templates.list()
    if (!isLatest()) return
    list.value = found
    isLoaded = true
  }
  /** Loads them for what shows them, unless they are here. */
  const want = async (): Promise<void> => {
    isWanted = true
    if (!isLoaded) await load()
  }
  /** Reloads after a change, if something shows them: also while they are loaded for the first time. */
  const follow = async (): Promise<void> => {
    if (isWanted) await load()
  }

  /** Saves a template; without an id, as a new one. Rejects with the reason. */
  const save = async (name: string, fields: MetadataTemplate['fields'], id?: MetadataTemplate['id']): Promise<void> => {
    changes.tellDone(await templates.save({ name, fields, ...(id === undefined ? {} : { id }) }))
  }
  const remove = (id: MetadataTemplate['id']): Promise<boolean> =>
    toasts.attempt(t('metadata.templateNotRemoved'), async () => changes.tellDone(await templates.remove({ id })))
  const apply = (id: MetadataTemplate['id'], ids: readonly PhotoId[]): Promise<boolean> =>
    toasts.attempt(t('metadata.templateNotApplied'), async () =>
      changes.tellDone(await templates.apply({ id, ids: [...ids] })),
    )

  return { list, want, follow, save, remove, apply }
})
