import { onMounted, watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useSecondWindow } from '../navigation/use-second-window.ts'
import { useSelection } from '../photos/selection.ts'
import { findLoaded, type TileSource } from '../photos/tile-source.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import type { Alignment } from './scroll-target.ts'

type FollowedList = {
  source: () => TileSource
  /** Nothing covers the list. */
  isShown: () => boolean
  reveal: (index: number, alignment: Alignment) => void
  /** Scrolls to a photo; its tile gets the focus if the list has it. */
  follow: (index: number) => void
}

/**
 * Keeps the focus on its photo while others arrive above it, and scrolls it into view when the list is opened. If the
 * photo has left the list, because of a mark or because its stack was folded, the selection moves on: a key never acts
 * on a photo that the list does not show.
 */
export function useFollowedPhoto({ source, isShown, reveal, follow }: FollowedList): void {
  const { library } = useClient()
  const selection = useSelection(),
    stacks = useStacks(),
    second = useSecondWindow(),
    loads = useLoads()

  /** What the list now has for a photo that left it: the one that represents its folded stack, if any. */
  const findRepresentative = async (lost: PhotoId, listed: ReadonlySet<PhotoId>): Promise<PhotoId | undefined> => {
    if (!stacks.isFolded) return undefined
    const frames = await library.stacks.frames({ ids: [lost] })
    const shown = frames.filter((id) => listed.has(id))
    return shown.length === 1 ? shown[0] : undefined // The frames of an open stack are all there.
  }
  const find = async (wanted: PhotoId): Promise<void> => {
    const ids = await source().ids()
    const listed = new Set(ids)
    const isListed = listed.has(wanted)
    const representative = isListed ? undefined : await findRepresentative(wanted, listed)
    if (selection.focusId !== wanted) return
    if (isListed) selection.focusIndex = ids.indexOf(wanted)
    else {
      selection.moveOn(ids, representative)
      follow(selection.focusIndex)
    }
  }
  /** What is not found cannot stay selected either, such as a photo that is hidden now. */
  const findOrClear = async (wanted: PhotoId): Promise<void> => {
    const isFound = await loads.ask(() => find(wanted).then(() => true), ['photo-not-found'])
    if (isFound === undefined) selection.clear()
  }
  watch(
    () => [...source().pages.values()],
    () => {
      if (selection.focusId === null || source().tile(selection.focusIndex)?.id === selection.focusId) return
      const index = findLoaded(source(), selection.focusId)
      if (index >= 0) selection.focusIndex = index
    },
  )
  // The main window leads a second one that is not locked.
  const movesOn = (): boolean => isShown() && (!second.isHere || second.isLocked)
  watch(
    () => [movesOn(), selection.focusId, ...source().pages.values()],
    () => {
      const { focusId, focusIndex } = selection
      if (focusId === null || !movesOn() || !isLoadedAt(source(), focusIndex)) return
      if (findLoaded(source(), focusId) < 0) void findOrClear(focusId)
    },
  )
  onMounted(() => {
    if (selection.focusId !== null) reveal(selection.focusIndex, 'center')
  })
}

/** Whether it is known which photo is at an index, or at the end of a list that became shorter. */
const isLoadedAt = (source: TileSource, index: number): boolean =>
  source.total === 0 || source.tile(Math.min(index, source.total - 1)) !== undefined
