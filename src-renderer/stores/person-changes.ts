import { defineStore } from 'pinia'
import type { ChangeId, ChangeResult } from '../../src-main/contract/library/history.ts'
import { MAX_IDS, type FolderId, type PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { countPhotos } from '../words/wording.ts'
import { useToasts } from './toasts.ts'

/** A change of more photos than this says what it did, since not all of them can be seen. */
const MAX_UNSAID = 100

/** Calls that are no change of a person's take a limited number of ids; more go in several calls. */
async function inBatches(ids: readonly PhotoId[], run: (batch: PhotoId[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_IDS) await run(ids.slice(from, from + MAX_IDS))
}

/** Everything a person does to photos. Nothing is reloaded here: the library's event refreshes what is visible. */
export const usePersonChanges = defineStore('person-changes', () => {
  const { library } = useClient()
  const toasts = useToasts()

  /** Makes a change; a large one, or one of more photos than `mostUnsaid`, is told with Undo beside it. */
  const change = async (title: string, run: () => Promise<ChangeResult>, mostUnsaid = MAX_UNSAID): Promise<boolean> =>
    toasts.attempt(title, async () => {
      const { changeId, count, sentence } = await run()
      if (changeId === null || count <= mostUnsaid) return
      const action = { label: 'Undo', run: () => void undo(changeId) }
      toasts.show({ kind: 'info', title: sentence, detail: '', action })
    })
  const say = async (work: Promise<ChangeResult>): Promise<void> => toasts.say((await work).sentence)
  const undo = (id?: ChangeId) =>
    toasts.attempt('Not undone', () => say(library.history.undo(id === undefined ? {} : { id })))
  const redo = () => toasts.attempt('Not redone', () => say(library.history.redo({})))

  const rate = (ids: readonly PhotoId[], rating: number) =>
    change('Rating not saved', () => library.photos.rate({ ids: [...ids], rating }))
  const addTag = (ids: readonly PhotoId[], name: string) =>
    change('Tag not added', () => library.photos.addTag({ ids: [...ids], name }), 1)
  const removeTag = (ids: readonly PhotoId[], name: string) =>
    change('Tag not removed', () => library.photos.removeTag({ ids: [...ids], name }))

  const removeFolder = (id: FolderId) => change('Folder not removed', () => library.folders.remove({ id }), -1)

  const reanalyse = async (ids: readonly PhotoId[]): Promise<void> => {
    const isDone = await toasts.attempt('Analysis not started', () =>
      inBatches(ids, (batch) => library.photos.reanalyse({ ids: batch })),
    )
    if (isDone) toasts.say(`${countPhotos(ids.length)} will be analysed again`)
  }

  return { rate, addTag, removeTag, removeFolder, undo, redo, reanalyse }
})
