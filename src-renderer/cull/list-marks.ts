import { MAX_IDS, type PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PickFlag } from '../../src-main/contract/library/photo.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePlace } from '../navigation/use-place.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useQuery } from '../photos/query.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useStacks } from '../stacks/use-stacks.ts'

/**
 * Flags, stars and labels for photos of the list. Those of a folded stack are given to the photo that is shown or, as
 * the settings say, to all photos of the stack that the list contains.
 */
export function useListMarks() {
  const changes = usePersonChanges()
  const settings = useSettings()
  const framesInList = useFramesInList()
  const rejectTops = useRejectTops(framesInList)

  const marksAll = (): boolean => settings.settings.stackMarks === 'all'
  const mark = async (ids: readonly PhotoId[], run: (ids: readonly PhotoId[]) => Promise<boolean>): Promise<boolean> =>
    marksAll() ? run(await framesInList(ids)) : run(ids)
  return {
    flag: (ids: readonly PhotoId[], pick: PickFlag): Promise<boolean> =>
      pick === -1 && !marksAll() ? rejectTops(ids) : mark(ids, (all) => changes.flag(all, pick)),
    rate: (ids: readonly PhotoId[], rating: number): Promise<boolean> => mark(ids, (all) => changes.rate(all, rating)),
    setLabel: (ids: readonly PhotoId[], label: string): Promise<boolean> =>
      mark(ids, (all) => changes.setLabel(all, label)),
  }
}

type FramesInList = (ids: readonly PhotoId[]) => Promise<readonly PhotoId[]>

/** These photos with those behind them in folded stacks, as far as the list contains them. */
function useFramesInList(): FramesInList {
  const { library } = useClient()
  const stacks = useStacks(),
    query = useQuery(),
    place = usePlace()
  return async (ids) => {
    const { stacks: folded } = stacks.asked
    if (folded === undefined || !place.isLibrary.value) return ids
    const list = { filter: query.effective.filter, stacks: folded }
    const found: PhotoId[] = []
    for (let from = 0; from < ids.length; from += MAX_IDS)
      found.push(...(await library.stacks.frames({ ids: ids.slice(from, from + MAX_IDS), list })))
    return found
  }
}

/** Rejects photos, and says so if another frame takes the place of one in a folded list. */
function useRejectTops(framesInList: FramesInList): (ids: readonly PhotoId[]) => Promise<boolean> {
  const changes = usePersonChanges()
  const pages = usePhotoPages(),
    stacks = useStacks(),
    place = usePlace(),
    toasts = useToasts()
  const foldedTiles = () => {
    if (!stacks.isFolded || !place.isLibrary.value) return []
    return [...pages.pages.values()]
      .flat()
      .flatMap(({ id, stack, frames }) =>
        stack === undefined || frames === undefined || stacks.isOpen(stack) ? [] : [{ id, stack }],
      )
  }
  return async (ids) => {
    const rejected = new Set(ids)
    const tops = new Map(foldedTiles().flatMap(({ id, stack }) => (rejected.has(id) ? [[stack, id]] : [])))
    const isDone = await changes.flag(ids, -1)
    if (!isDone || tops.size === 0) return isDone
    await pages.refresh()
    const next = foldedTiles().flatMap(({ id, stack }) => (tops.has(stack) && tops.get(stack) !== id ? [id] : []))
    if (next.length > 0)
      toasts.show({
        kind: 'info',
        title: t('stacks.uncovered', { count: next.length }),
        detail: t('stacks.uncoveredDetail'),
        action: {
          label: t('stacks.rejectWhole'),
          run: () => void framesInList(next).then((all) => changes.flag(all, -1)),
        },
        about: 'stack',
      })
    return isDone
  }
}
