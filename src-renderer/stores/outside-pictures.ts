import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import {
  MAX_PICTURE_BYTES,
  type OutsidePicture,
  type OutsidePictureId,
} from '../../src-main/contract/library/similar.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from './toasts.ts'

/** Pictures from outside that the library has looked at, until the window is loaded again. */
export const useOutsidePictures = defineStore('outside-pictures', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const known = shallowRef<ReadonlyMap<OutsidePictureId, OutsidePicture>>(new Map())
  /** The name of the one that is looked at now. */
  const looksAt = ref<string | null>(null)

  /** Hands a picture to the library; null, and a notice with the reason, where it cannot be read. */
  const add = async (file: File): Promise<OutsidePicture | null> => {
    const name = file.name || 'The picture'
    if (file.size > MAX_PICTURE_BYTES) {
      const detail = `Pictures of up to ${MAX_PICTURE_BYTES / 2 ** 20} MB can be compared.`
      toasts.show({ kind: 'error', title: `${name} is too large`, detail })
      return null
    }
    looksAt.value = name
    let added: OutsidePicture | null = null
    await toasts.attempt(`${name} cannot be compared`, async () => {
      added = await library.similar.addPicture({ name, bytes: file })
      known.value = new Map([...known.value, [added.id, added]])
    })
    looksAt.value = null
    return added
  }
  return { known, looksAt, add }
})
