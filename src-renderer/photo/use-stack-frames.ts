import { computed, onBeforeUnmount, shallowRef, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { StackView } from '../../src-main/contract/library/stacks.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import type { Handlers } from '../navigation/use-action-scopes.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useStackViews } from '../stacks/use-stack-views.ts'

type FrameParts = {
  /** The shown photo, from the moment it is opened. */
  id: () => PhotoId
  /** The tile of that photo; null while it is loading. */
  tile: Ref<PhotoTile | null>
  /** Receives the tiles of all frames, so that the next one is shown at once. */
  tiles: Ref<readonly PhotoTile[]>
  open: (id: PhotoId) => void
}

/** The stack of the shown photo: its frames, and the key that takes the suggested one. */
export function useStackFrames({ id, tile, tiles, open }: FrameParts) {
  const { library } = useClient()
  const views = useStackViews(),
    loads = useLoads()
  const { stack } = usePersonChanges()
  /** The stack of the previous photo, while the next is loading. */
  const number = shallowRef<number | undefined>(undefined)
  const view = computed<StackView | null>(() => {
    const found = views.of(number.value)
    return found !== undefined && found.frames.length > 1 ? found : null
  })
  const ids = computed<readonly PhotoId[]>(() => view.value?.frames ?? [])

  watch(
    tile,
    (shown) => {
      if (shown === null) return
      number.value = shown.stack
      views.show(shown.stack)
    },
    { immediate: true },
  )
  watch(
    view,
    async (wanted) => {
      const found = wanted === null ? [] : await loads.ask(() => library.photos.tiles({ ids: [...wanted.frames] }))
      if (found !== undefined && wanted === view.value) tiles.value = found
    },
    { immediate: true },
  )
  onBeforeUnmount(() => views.show(undefined))

  const accept = async (): Promise<void> => {
    const suggested = view.value?.chosen === null ? view.value.suggested?.id : undefined
    const isDone = await stack.acceptSuggested([id()])
    if (isDone && suggested !== undefined) open(suggested)
  }
  const handlers: Handlers = { 'stack-accept': accept }
  return { view, ids, handlers }
}
