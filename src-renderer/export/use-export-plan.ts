import { computed, ref, shallowRef, watch } from 'vue'
import { MAX_IDS, type PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { trimPath } from '../folders/parent-path.ts'
import { useExportJob } from '../stores/export-job.ts'
import { useShell } from '../stores/shell.ts'
import { startingOptions, type ExportOptions } from './export-options.ts'
import type { Box } from '../pictures/move-crop.ts'
import { useCrops } from './use-crops.ts'

/**
 * What will be exported: photos, sizes, crops, names, folder. Sizes and folder are kept from one export to the next.
 */
export function useExportPlan() {
  const client = useClient(),
    shell = useShell(),
    job = useExportJob(),
    crops = useCrops()
  const options = ref<ExportOptions>(startingOptions())
  const photos = shallowRef<readonly PhotoTile[]>([])
  const photoId = ref<PhotoId>(0)
  const sizeId = ref('')
  const path = ref('')
  const target = ref<{ id: string; label: string } | null>(null)
  const targetProblem = ref('')
  const problem = ref('')
  const isStarted = ref(false)
  let lastOpened = ''

  const photo = computed(() => photos.value.find((tile) => tile.id === photoId.value) ?? photos.value[0])
  const sizes = computed(() => options.value.sizes.filter((size) => size.isOn))
  const size = computed(() => sizes.value.find((entry) => entry.id === sizeId.value) ?? sizes.value[0])
  /** What a person still has to do before files can be written; empty when nothing. */
  const missing = computed(() => {
    if (sizes.value.length === 0) return 'Choose at least one size.'
    if (options.value.pattern === '') return 'Write a name pattern.'
    return target.value === null && path.value.trim() === '' ? 'Choose a folder for the files.' : ''
  })
  const canStart = computed(() => photos.value.length > 0 && missing.value === '')

  /**
   * Crops moved by hand survive a dialog that was closed by mistake: they go when they were exported, or when other
   * photos are.
   */
  const open = async (ids: readonly PhotoId[]): Promise<void> => {
    const key = ids.join()
    if (isStarted.value || key !== lastOpened) crops.clear()
    lastOpened = key
    job.forget()
    isStarted.value = false
    problem.value = targetProblem.value = ''
    photos.value = []
    try {
      photos.value = await client.library.photos.tiles({ ids: ids.slice(0, MAX_IDS) })
    } catch (error) {
      problem.value = describeError(error)
    }
    photoId.value = photos.value[0]?.id ?? 0
  }
  const move = (crop: Box): void => {
    if (photo.value && size.value) crops.move(photo.value.id, size.value, crop)
  }
  const restore = (): void => {
    if (photo.value && size.value) crops.restore(photo.value.id, size.value)
  }
  const choosePhoto = (id: PhotoId): void => {
    photoId.value = id
  }
  const chooseSize = (id: string): void => {
    sizeId.value = id
  }

  /** By dialog, or by the path written in the box. Returns whether there is a folder now. */
  const chooseTarget = async (): Promise<boolean> => {
    targetProblem.value = ''
    try {
      const separator = shell.info?.platform === 'win32' ? '\\' : '/'
      target.value =
        (await client.shell.chooseTarget(shell.info?.hasDialogs ? {} : { path: trimPath(path.value, separator) })) ??
        target.value
    } catch (error) {
      targetProblem.value = describeError(error)
      return false
    }
    return target.value !== null
  }
  const start = async (): Promise<void> => {
    problem.value = ''
    if ((!shell.info?.hasDialogs || !target.value) && !(await chooseTarget())) return
    const wanted = new Set(sizes.value.map((entry) => `${entry.width}x${entry.height}`))
    const { format, quality, pattern } = options.value
    isStarted.value = true
    try {
      await job.start({
        photoIds: photos.value.map((tile) => tile.id),
        sizes: sizes.value.map(({ width, height }) => ({ width, height })),
        format,
        quality,
        pattern,
        crops: [...crops.moved.values()].filter((crop) => wanted.has(`${crop.size.width}x${crop.size.height}`)),
        targetId: target.value?.id ?? '',
      })
    } catch (error) {
      isStarted.value = false
      problem.value = describeError(error)
    }
  }
  const again = (): void => {
    job.forget()
    isStarted.value = false
  }

  watch([photo, sizes], () => {
    if (photo.value) void crops.load(photo.value.id, sizes.value)
  })
  return {
    options,
    photos,
    photo,
    sizes,
    size,
    crops,
    path,
    target,
    targetProblem,
    problem,
    isStarted,
    missing,
    canStart,
    job,
    open,
    move,
    restore,
    choosePhoto,
    chooseSize,
    chooseTarget,
    start,
    again,
  }
}
