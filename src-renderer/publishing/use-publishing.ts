import { translateSentence } from '../locales/translate-sentence.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { PublishFolder, PublishFolderId, PublishOrder } from '../../src-main/contract/library/publishing.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useToasts } from '../client/use-toasts.ts'

type Change = { id: PublishFolderId } & Partial<Pick<PublishOrder, 'name' | 'source' | 'settings' | 'isOn'>>

/** Folders of exports that are kept in step with photos. */
export const usePublishing = defineStore('publishing', () => {
  const { publishing } = useClient().library
  const toasts = useToasts()
  const list = shallowRef<readonly PublishFolder[]>([])

  const load = async (): Promise<void> => {
    list.value = await publishing.list()
  }
  const accept = (folder: PublishFolder): void => {
    const isKnown = list.value.some(({ id }) => id === folder.id)
    list.value = isKnown ? list.value.map((each) => (each.id === folder.id ? folder : each)) : [...list.value, folder]
  }
  /** Both reject with what is wrong. */
  const add = async (order: PublishOrder): Promise<void> => accept(await publishing.add(order))
  const change = async (part: Change): Promise<void> => accept(await publishing.change(part))
  const turn = (id: PublishFolderId, isOn: boolean): Promise<boolean> =>
    toasts.attempt(t('publishing.notChanged'), () => change({ id, isOn }))
  const run = (id: PublishFolderId): Promise<boolean> =>
    toasts.attempt(t('publishing.notRun'), async () => accept(await publishing.run({ id })))
  const remove = (id: PublishFolderId, withFiles: boolean): Promise<boolean> =>
    toasts.attempt(t('publishing.notRemoved'), async () => {
      const { sentence } = await publishing.remove({ id, withFiles })
      list.value = list.value.filter((folder) => folder.id !== id)
      toasts.say(translateSentence(sentence))
    })
  return { list, load, accept, add, change, turn, run, remove }
})
