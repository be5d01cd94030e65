import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ChoiceProgress } from '../../src-main/contract/library/query.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { writeEnumeration } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { usePlace } from '../navigation/use-place.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useQuery } from '../photos/query.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import type { OpenPhoto } from './open-ahead.ts'
import { countPhotos } from '../words/wording.ts'

/** How many photos of the present place are picked, rejected and neither. */
export const useChoiceProgress = defineStore('choice-progress', () => {
  const { library } = useClient()
  const query = useQuery(),
    pages = usePhotoPages(),
    stacks = useStacks(),
    settings = useSettings(),
    loads = useLoads()
  const progress = shallowRef<ChoiceProgress | null>(null)
  const asked = computed(() => ({
    filter: query.effective.filter,
    ...(stacks.isFolded ? { stacks: { open: [] } } : {}),
  }))
  /** Without an answer from the library, the last one stays until the next event. */
  const refresh = async (): Promise<void> => {
    const now = asked.value
    if (!settings.settings.showsProgress) return
    const answer = await loads.ask(() => library.search.progress(now))
    if (answer !== undefined && now === asked.value) progress.value = answer
  }
  watch(() => JSON.stringify([asked.value, settings.settings.showsProgress]), pages.oncePainted(refresh))
  /** Whether any photo of the present place has a flag. */
  const isBegun = computed(() => progress.value !== null && progress.value.picked + progress.value.rejected > 0)
  return { progress, isBegun, refresh }
})

/**
 * `2 stacks, 30 single photos · 40 photos picked, 12 rejected · 8 to go`. What is picked and rejected is counted in
 * photos wherever it is written; what is still to be decided, in stacks and single photos.
 */
export function describeProgress({ stacks, photos, open, pickedPhotos, rejectedPhotos }: ChoiceProgress): string {
  const counts = { picked: pickedPhotos, rejected: rejectedPhotos, open }
  if (stacks === 0) return t('cull.progress', { what: countPhotos(photos), ...counts })
  const parts = [t('cull.stacks', { count: stacks }), ...(photos > 0 ? [t('cull.singles', { count: photos })] : [])]
  return t('cull.progressOfStacks', { what: writeEnumeration(parts), ...counts })
}

/**
 * Goes to the next photo of the search that is neither picked nor rejected, from a photo or an index; to `near` at once
 * if the list that is loaded knows it. If none is left, asks what becomes of all. Photos that are listed for another
 * reason are not concerned.
 */
export function useNextOpen() {
  const { library } = useClient()
  const query = useQuery(),
    stacks = useStacks(),
    settings = useSettings(),
    panels = usePanels(),
    place = usePlace(),
    toasts = useToasts()
  return (
    after: PhotoId | null,
    from: number,
    go: (id: PhotoId, index: number) => unknown,
    near?: OpenPhoto,
  ): Promise<boolean> | undefined => {
    if (!place.isLibrary.value) return
    if (!settings.settings.showsProgress) settings.change({ showsProgress: true })
    return toasts.attempt(t('cull.notFound'), async () => {
      if (near !== undefined) return void (await go(near.tile.id, near.index))
      const asked = { ...query.effective, ...stacks.asked, after, from: Math.max(0, from) }
      const next = await library.search.nextOpen(asked)
      if (next === null) panels.isFinishOpen = true
      else await go(next.id, next.index)
    })
  }
}
