import { computed, ref, shallowRef } from 'vue'
import { MAX_IDS, type PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import type { ExportSize } from './export-options.ts'

/** The photos to export, and the photo and the size that the dialog shows at present. */
export function useExportPhotos(sizes: () => readonly ExportSize[]) {
  const { library } = useClient()
  const photos = shallowRef<readonly PhotoTile[]>([])
  const photoId = ref<PhotoId>(0)
  const sizeId = ref('')
  const photo = computed(() => photos.value.find((tile) => tile.id === photoId.value) ?? photos.value[0])
  const size = computed(() => sizes().find((entry) => entry.id === sizeId.value) ?? sizes()[0])

  const choosePhoto = (id: PhotoId): void => {
    photoId.value = id
  }
  const chooseSize = (id: string): void => {
    sizeId.value = id
  }
  /** Shows the first of these photos. */
  const load = async (ids: readonly PhotoId[]): Promise<void> => {
    photos.value = []
    try {
      photos.value = await library.photos.tiles({ ids: ids.slice(0, MAX_IDS) })
    } finally {
      choosePhoto(photos.value[0]?.id ?? 0)
    }
  }

  return { photos, photo, size, load, choosePhoto, chooseSize }
}
