import { writeNumber } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import {
  MAX_PICTURE_BYTES,
  type OutsidePicture,
  type OutsidePictureId,
} from '../../src-main/contract/library/similar.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Pictures from outside that the library has analysed, until the window is reloaded. */
export const useOutsidePictures = defineStore('outside-pictures', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const known = shallowRef<ReadonlyMap<OutsidePictureId, OutsidePicture>>(new Map())
  /** The name of the picture that is being analysed. */
  const analysing = ref<string | null>(null)

  /** Sends a picture to the library. If it cannot be read, returns null and shows the reason. */
  const add = async (file: File): Promise<OutsidePicture | null> => {
    const name = file.name || t('similar.thePicture')
    if (file.size > MAX_PICTURE_BYTES) {
      const detail = t('similar.picturesUpTo', {
        size: t('words.megabytes', { value: writeNumber(MAX_PICTURE_BYTES / 2 ** 20) }),
      })
      toasts.show({ kind: 'error', title: t('similar.tooLarge', { name }), detail })
      return null
    }
    analysing.value = name
    let added: OutsidePicture | null = null
    await toasts.attempt(t('similar.cannotCompare', { name }), async () => {
      added = await library.similar.addPicture({ name, bytes: file })
      known.value = new Map([...known.value, [added.id, added]])
    })
    analysing.value = null
    return added
  }
  return { known, analysing, add }
})
