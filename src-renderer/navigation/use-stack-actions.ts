import { t } from '../locales/messages.ts'
import { nextTick } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { useCompare } from '../stores/compare.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { usePhotoPages } from '../stores/photo-pages.ts'
import { useSelection } from '../stores/selection.ts'
import { useStacks } from '../stores/stacks.ts'
import { BLOCK } from '../stores/tile-source.ts'
import { useToasts } from '../stores/toasts.ts'
import { useActionScopes, type Handlers } from './action-scopes.ts'

/** What acts on stacks: on those of the selected photos, or of the open one. */
export function useStackActions(): Handlers {
  const scopes = useActionScopes()
  const { stack } = usePersonChanges()
  const toasts = useToasts()
  const stacks = useStacks()
  const pages = usePhotoPages()
  const selection = useSelection()

  const withIds = (run: (ids: readonly PhotoId[]) => unknown) => async (): Promise<void> => {
    const ids = scopes.target?.known() ?? (await scopes.target?.ids()) ?? []
    if (ids.length > 0) await run(ids)
  }
  const withOne = (run: (id: PhotoId) => unknown) =>
    withIds(([id, ...others]) => {
      if (others.length > 0) toasts.say(t('navigation.oneOnTop'), t('navigation.selectSingle'))
      else if (id !== undefined) return run(id)
    })
  /** What stands for a folded stack afterwards is selected in place of the photo that did. */
  const accept = async (ids: readonly PhotoId[]): Promise<void> => {
    const place = selection.list.length === 1 && stacks.isFolded ? selection.focusIndex : -1
    const number = place < 0 ? undefined : pages.tile(place)?.stack
    if (!(await stack.acceptSuggested(ids)) || number === undefined || stacks.isOpen(number)) return
    await pages.refresh()
    const tile = pages.tile(place)
    if (tile?.stack === number) selection.only(place, tile.id)
  }
  return {
    ...useFolding(),
    ...useWholeStacks(withIds),
    'stack-top': withOne(stack.putOnTop),
    'stack-accept': withIds(accept),
    'stack-join': withIds((ids) =>
      ids.length < 2 ? toasts.say(t('navigation.nothingToStack'), t('navigation.selectTwo')) : stack.join(ids),
    ),
    'stack-apart': withIds(stack.unstack),
    'stack-take-out': withIds(stack.takeOut),
  }
}

/** Opening stacks in place, and folding them. */
function useFolding(): Handlers {
  const scopes = useActionScopes()
  const stacks = useStacks()
  const pages = usePhotoPages()
  const selection = useSelection()

  /** Folds an open stack; what stands for it then is selected in place of its photos. */
  const toggle = async (stack: number): Promise<void> => {
    const first = firstOf(pages.pages, stack)
    const wasOpen = stacks.isOpen(stack)
    stacks.toggle(stack)
    if (!wasOpen || first < 0) return
    await nextTick()
    await pages.refresh()
    const tile = pages.tile(first)
    if (tile) selection.only(first, tile.id)
  }
  return {
    'stack-open': () => {
      if (!stacks.isFolded) return stacks.fold(true)
      const found = scopes.target?.tiles().find(({ frames }) => frames !== undefined)?.stack
      return found === undefined ? undefined : toggle(found)
    },
    'stack-fold': () => stacks.fold(!stacks.isFolded),
  }
}

/** The index of the first loaded photo of a stack, or -1. */
function firstOf(pages: ReadonlyMap<number, readonly PhotoTile[]>, stack: number): number {
  for (const [page, tiles] of [...pages].toSorted(([a], [b]) => a - b)) {
    const place = tiles.findIndex((tile) => tile.stack === stack)
    if (place >= 0) return page * BLOCK + place
  }
  return -1
}

type WithIds = (run: (ids: readonly PhotoId[]) => unknown) => () => Promise<void>

/** Selecting and comparing all photos of stacks, those that are folded included. */
function useWholeStacks(withIds: WithIds): Handlers {
  const { library } = useClient()
  const selection = useSelection()
  const compare = useCompare()
  const toasts = useToasts()
  const route = useRoute()
  const router = useRouter()
  const framesOf = (ids: readonly PhotoId[]) => library.stacks.frames({ ids: [...ids] })
  return {
    'stack-select': withIds((ids) => selection.add(() => framesOf(ids))),
    'stack-compare': withIds((ids) =>
      toasts.attempt(t('navigation.nothingToCompare'), async () => {
        const frames = await framesOf(ids)
        if (frames.length < 2) return toasts.say(t('navigation.nothingToCompare'), t('navigation.inNoStack'))
        compare.open(frames, Number.MAX_SAFE_INTEGER, route.fullPath)
        await router.push({ path: '/compare', query: route.query })
      }),
    ),
  }
}
