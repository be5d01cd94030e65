import { computed, ref, watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { Box } from '../pictures/move-crop.ts'
import { exportRequest, missingChoice, startingOptions, type ExportOptions } from './export-options.ts'
import { useCrops } from './use-crops.ts'
import { useExportPhotos } from './use-export-photos.ts'
import { useExportRun } from './use-export-run.ts'
import { useExportTarget } from './use-export-target.ts'

/** What will be exported: photos, sizes, crops, names, folder. Sizes and folder are kept for the next export. */
export function useExportPlan() {
  const options = ref<ExportOptions>(startingOptions())
  const sizes = computed(() => options.value.sizes.filter((entry) => entry.isOn))
  const { hasTarget, ensureTarget, ...folder } = useExportTarget()
  const { load, ...shown } = useExportPhotos(() => sizes.value)
  const { attempt, run, reset, ...progress } = useExportRun()
  const { photos, photo } = shown
  const { crops, ...editing } = useShownCrop(shown)
  const { problem, isStarted } = progress
  let lastIds = ''

  /** What is still to be chosen before files can be written; empty when nothing is. */
  const missing = computed(() => missingChoice(options.value, hasTarget.value))
  const canStart = computed(() => photos.value.length > 0 && missing.value === '')

  /** Crops moved by hand outlive a dialog that was closed by mistake, until they or other photos are exported. */
  const open = async (ids: readonly PhotoId[]): Promise<void> => {
    if (isStarted.value || ids.join() !== lastIds) crops.clear()
    lastIds = ids.join()
    reset()
    problem.value = folder.targetProblem.value = ''
    await attempt(() => load(ids))
  }
  const start = async (): Promise<void> => {
    problem.value = ''
    if (!(await ensureTarget())) return
    const targetId = folder.target.value?.id ?? ''
    await run(exportRequest(options.value, { photos: photos.value, moved: crops.moved.values(), targetId }))
  }

  watch([photo, sizes], () => {
    if (photo.value) void crops.load(photo.value.id, sizes.value)
  })
  const choices = { options, sizes, missing, canStart }
  return { ...choices, ...folder, ...shown, ...progress, ...editing, crops, open, start, again: reset }
}

/** The crops of all photos, and moving the one that the dialog shows. */
function useShownCrop({ photo, size }: Pick<ReturnType<typeof useExportPhotos>, 'photo' | 'size'>) {
  const crops = useCrops()
  const move = (crop: Box): void => {
    if (photo.value && size.value) crops.move(photo.value.id, size.value, crop)
  }
  const restore = (): void => {
    if (photo.value && size.value) crops.restore(photo.value.id, size.value)
  }
  return { crops, move, restore }
}
