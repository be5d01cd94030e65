import { defineStore } from 'pinia'
import { MAX_IDS, type PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { countPhotos } from '../words/wording.ts'
import { useToasts } from './toasts.ts'

/** Calls take a limited number of ids; more go in several calls. */
async function inBatches(ids: readonly PhotoId[], run: (batch: PhotoId[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_IDS) await run(ids.slice(from, from + MAX_IDS))
}

/** Everything a person does to photos. Nothing is reloaded here: the library's event refreshes what is visible. */
export const usePersonChanges = defineStore('person-changes', () => {
  const { library } = useClient()
  const toasts = useToasts()

  const rate = (ids: readonly PhotoId[], rating: number) =>
    toasts.attempt('Rating not saved', () => inBatches(ids, (batch) => library.photos.rate({ ids: batch, rating })))

  const addTag = async (ids: readonly PhotoId[], name: string): Promise<boolean> => {
    const isDone = await toasts.attempt('Tag not added', () =>
      inBatches(ids, (batch) => library.photos.addTag({ ids: batch, name })),
    )
    if (isDone && ids.length > 1) toasts.say(`“${name}” added to ${countPhotos(ids.length)}`)
    return isDone
  }

  const removeTag = (ids: readonly PhotoId[], name: string) =>
    toasts.attempt('Tag not removed', () => inBatches(ids, (batch) => library.photos.removeTag({ ids: batch, name })))

  const reanalyse = async (ids: readonly PhotoId[]): Promise<void> => {
    const isDone = await toasts.attempt('Analysis not started', () =>
      inBatches(ids, (batch) => library.photos.reanalyse({ ids: batch })),
    )
    if (isDone) toasts.say(`${countPhotos(ids.length)} will be analysed again`)
  }

  return { rate, addTag, removeTag, reanalyse }
})
