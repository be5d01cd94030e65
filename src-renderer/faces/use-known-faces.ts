import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FocusArea, PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'

/** Photos whose faces are kept; those requested first leave. */
const MAX_KEPT = 64

/**
 * The details of photos whose faces a view needs beside those of the shown photo, and where cameras focused. Without an
 * answer of the library nothing is known, and views stay where they are.
 */
export const useKnownFaces = defineStore('known-faces', () => {
  const { library } = useClient()
  const loads = useLoads()
  const photos = shallowRef<ReadonlyMap<PhotoId, PhotoDetail>>(new Map())
  const focus = shallowRef<ReadonlyMap<PhotoId, readonly FocusArea[]>>(new Map())
  let wanted: readonly PhotoId[] = []
  const asked = { photos: new Set<PhotoId>(), focus: new Set<PhotoId>() }

  const kept = <Value>(known: ReadonlyMap<PhotoId, Value>, id: PhotoId, value: Value): Map<PhotoId, Value> =>
    new Map([...[...known].filter(([other]) => other !== id).slice(1 - MAX_KEPT), [id, value]])
  /** Undefined if there is no answer, as for a photo that was removed meanwhile. */
  const ask = async <Value>(
    pending: Set<PhotoId>,
    id: PhotoId,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> => {
    pending.add(id)
    const answer = await loads.ask(read, ['photo-not-found'])
    pending.delete(id)
    return answer
  }
  const load = async (id: PhotoId): Promise<void> => {
    const detail = await ask(asked.photos, id, () => library.photos.get({ id }))
    if (detail !== undefined) photos.value = kept(photos.value, id, detail)
  }
  /** Loads what is not known yet; these are read again when photos change. */
  const want = (ids: readonly PhotoId[]): void => {
    wanted = ids
    for (const id of ids) if (!photos.value.has(id) && !asked.photos.has(id)) void load(id)
  }
  const wantFocus = async (id: PhotoId): Promise<void> => {
    if (focus.value.has(id) || asked.focus.has(id)) return
    const areas = await ask(asked.focus, id, () => library.photos.focus({ id }))
    if (areas !== undefined) focus.value = kept(focus.value, id, areas)
  }
  const refresh = (): void => {
    focus.value = new Map()
    photos.value = new Map([...photos.value].filter(([id]) => wanted.includes(id)))
    for (const id of wanted) void load(id)
  }
  const of = (id: PhotoId): PhotoDetail | undefined => photos.value.get(id)
  const focusOf = (id: PhotoId): readonly FocusArea[] | undefined => focus.value.get(id)

  return { want, of, wantFocus, focusOf, refresh }
})
