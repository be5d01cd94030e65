import { useEventListener } from '@vueuse/core'
import { useSettings } from '../settings/use-settings.ts'
import {
  findShortcut,
  type Handlers,
  type Press,
  useActionScope,
  useActionScopes,
} from '../navigation/use-action-scopes.ts'
import { type Shortcut, type ShortcutAction, type ShortcutGroup, shortcutRows } from '../navigation/shortcuts.ts'
import { isInDialog, isOfControl, isTyping, fieldOf } from '../navigation/is-typing.ts'
import { t } from '../locales/messages.ts'
import { useRoute, useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useCompare } from '../compare/use-compare.ts'
import { findIndex, BLOCK } from '../photos/tile-source.ts'
import { useToasts } from '../client/use-toasts.ts'
import { setFullscreen } from '../navigation/set-fullscreen.ts'
import { usePlace } from '../navigation/use-place.ts'
import { MAX_IN_SET } from '../../src-main/contract/library/keywords.ts'
import { useKeywordPanel } from '../keywords/use-keyword-panel.ts'
import { usePrinting } from '../printing/use-printing.ts'
import { useSharing } from '../files/use-sharing.ts'
import { usePainter } from '../keywords/use-painter.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useListMarks, usePersonChanges } from '../photos/person-changes.ts'
import type { PhotoTile, PickFlag } from '../../src-main/contract/library/photo.ts'
import { useQuery } from '../photos/query.ts'
import { useSelection } from '../photos/selection.ts'
import { useStage } from '../settings/use-stage.ts'
import { MAX_COMPARED } from '../../src-main/contract/library/search/like.ts'
import { useAlbums } from '../albums/use-albums.ts'
import { useMetadataEdits } from '../editing/use-metadata-edits.ts'
import { usePhotoSource } from '../photo/use-photo-source.ts'
import { usePhotoTools } from '../photo/use-photo-tools.ts'
import { useRevealed } from '../privacy/use-revealed.ts'
import { countPhotos } from '../words/wording.ts'
import { nextTick } from 'vue'
import { useClient } from '../client/use-client.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import { useReviewBursts } from '../bursts/use-burst-review.ts'

/** Handles the keys of the table, or those that `acts` names, wherever the focus is. */
export function useShortcuts(acts: (shortcut: Shortcut) => boolean = () => true): void {
  const scopes = useActionScopes()
  const settings = useSettings()
  const { isOfField, ...undoing } = useUndoKeys()
  useActionScope({
    name: 'window',
    handlers: {
      ...undoing,
      ...useWindowActions(),
      ...usePhotoActions(),
      ...useCompareActions(),
      ...useStackActions(),
      ...useKeywordActions(),
      ...useMarkActions(),
    },
  })
  /** Whether a key belongs to the window, not to the focused field, dialog or button. */
  const isOfWindow = (action: ShortcutAction, event: KeyboardEvent): boolean => {
    if (action === 'undo' || action === 'redo') return !isInDialog(event) && !isOfField(event)
    const isOfSearch = action === 'search' || action === 'save-search'
    if (isOfSearch && (event.ctrlKey || event.metaKey)) return !isInDialog(event)
    return !isTyping(event) && !isOfControl(event)
  }

  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const found = findShortcut(event, scopes.present, settings.settings.shortcuts)
    if (found === null) return focusGrid(event)
    if (!acts(found.shortcut)) return
    const handler = scopes.handlerOf(found.shortcut.action)
    if (!handler || !isOfWindow(found.shortcut.action, event)) return
    event.preventDefault()
    void handler({ event, advances: found.advances })
  })
}

const groupsOfSecond: ReadonlySet<ShortcutGroup> = new Set(['Move', 'Mark', 'Faces', 'Look'])
const inSecond: ReadonlySet<ShortcutAction> = new Set<ShortcutAction>([
  ...(['second-loupe', 'second-grid', 'second-lock', 'undo', 'redo', 'fine', 'sensitive', 'private'] as const),
  ...(['rotate-left', 'rotate-right', 'crop', 'stack-open', 'stack-fold', 'stack-select', 'stack-top'] as const),
  ...(['stack-accept', 'stack-join', 'stack-apart', 'stack-take-out'] as const),
  ...shortcutRows.Keywords.map(([action]) => action).filter((action) => action.startsWith('keyword-')),
])
/** Whether a key acts in the second window: all but those of dialogs, panels and screens, which it has not. */
export const actsInSecondWindow = ({ action, group }: Shortcut): boolean =>
  groupsOfSecond.has(group) || inSecond.has(action)

/** Keys that move go to the list of photos if nothing has the focus. */
function focusGrid(event: KeyboardEvent): void {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (hasModifier || document.activeElement !== document.body || !/^(Arrow|Page|Home|End)/.test(event.key)) return
  const tile = document.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')
  if (!tile || tile.closest('[inert]')) return
  event.preventDefault()
  tile.focus()
}

/** As many panes as there are photos, up to what one screen can show. */
const ALL = Number.MAX_SAFE_INTEGER
/** How many photos a survey that begins with one photo has. */
const FEW = 12

/** Opens the comparison of the selection, or of the current photo and those after it. */
function useCompareActions(): Handlers {
  const scopes = useActionScopes()
  const store = useCompare()
  const source = usePhotoSource()
  const route = useRoute()
  const router = useRouter()
  const toasts = useToasts()

  /** Several photos are compared with one another, one photo with those that follow it in the list. */
  const candidates = async (): Promise<readonly PhotoId[]> => {
    const chosen = scopes.target?.known() ?? (await scopes.target?.ids()) ?? []
    const [first] = chosen
    if (first === undefined || chosen.length > 1) return chosen
    const index = await findIndex(source.value, first)
    return index < 0 ? chosen : (await source.value.ids()).slice(index)
  }
  const compare = (panes: number) => () =>
    toasts.attempt(t('navigation.nothingToCompare'), async () => {
      const ids = await candidates()
      if (ids.length < 2) return toasts.say(t('navigation.nothingToCompare'), t('navigation.selectTwo'))
      const isSurvey = panes === ALL
      const all = isSurvey && (scopes.target?.known()?.length ?? 0) < 2 ? ids.slice(0, FEW) : ids
      store.open(all, panes, route.fullPath)
      await router.push({ path: '/compare', query: route.query })
    })
  return { compare: compare(2), 'compare-four': compare(4), survey: compare(ALL) }
}

/** Keyword set, keyword panel and painter by key, for the photos of the current view. */
function useKeywordActions(): Handlers {
  const scopes = useActionScopes(),
    changes = usePersonChanges(),
    panels = usePanels(),
    panel = useKeywordPanel(),
    painter = usePainter(),
    toasts = useToasts()
  const apply = async (place: number): Promise<void> => {
    const { target } = scopes
    const ids = target?.known() ?? (await target?.ids())
    if (!ids || ids.length === 0) return
    const name = panel.slots[place]
    if (name === undefined) toasts.say(t('keywords.slotEmpty', { key: place + 1 }))
    else await changes.toggleKeyword(ids, name)
  }
  const slots = Array.from({ length: MAX_IN_SET }, (_, place) => [`keyword-${place + 1}`, () => apply(place)])
  return {
    ...(Object.fromEntries(slots) as Handlers),
    keywords: panels.toggleKeywords,
    painter: () => (painter.isOn ? painter.stop() : painter.start()),
  }
}

type Marking = Pick<ReturnType<typeof useListMarks>, 'flag' | 'rate' | 'setLabel'>
type Mark = (ids: readonly PhotoId[], tiles: readonly PhotoTile[], marking: Marking) => unknown

/** Flags, stars and labels by key, for the photos of the current view; then the next photo, if requested. */
function useMarkActions(): Handlers {
  const scopes = useActionScopes()
  const settings = useSettings()
  const changes = usePersonChanges()
  const place = usePlace()
  const ofList = useListMarks(() => place.isLibrary.value)

  const apply = async (mark: Mark, { advances }: Press): Promise<void> => {
    const { target } = scopes
    const ids = target?.known() ?? (await target?.ids())
    if (!target || !ids || ids.length === 0) return
    const isDone = mark(ids, target.tiles(), scopes.present === 'grid' ? ofList : changes)
    // The next photo is shown while this one is saved.
    if (ids.length === 1 && (advances || settings.settings.autoAdvance)) target.advance()
    await isDone
  }
  return Object.fromEntries(
    shortcutRows.Mark.map(([action]) => [action, (press: Press) => apply(markOf(action), press)]),
  )
}

const flags: Partial<Record<ShortcutAction, PickFlag>> = { pick: 1, reject: -1, unflag: 0 }
const togglePick: Mark = (ids, tiles, { flag }) => flag(ids, hasAll(ids, tiles, ({ pick }) => pick === 1) ? 0 : 1)
/** Removes the label if the photo has it already. */
const toggleLabel =
  (wanted: string): Mark =>
  (ids, tiles, { setLabel }) =>
    setLabel(ids, hasAll(ids, tiles, ({ label }) => label === wanted) ? '' : wanted)

/** What an action of the group `Mark` does. */
function markOf(action: ShortcutAction): Mark {
  const wanted = flags[action]
  if (wanted !== undefined) return (ids, _tiles, { flag }) => flag(ids, wanted)
  if (action === 'toggle-pick') return togglePick
  if (action.startsWith('rate-')) return (ids, _tiles, { rate }) => rate(ids, Number(action.slice('rate-'.length)))
  return toggleLabel(action.slice('label-'.length))
}

const hasAll = (ids: readonly PhotoId[], tiles: readonly PhotoTile[], has: (tile: PhotoTile) => boolean): boolean =>
  tiles.length === ids.length && tiles.every(has)

/**
 * Undo and redo by key: typing is undone if a field has the focus and nothing was changed since; otherwise the last
 * change. A key must not undo a search if the person means a rating.
 */
function useUndoKeys(): Pick<Handlers, 'undo' | 'redo'> & { isOfField(event: KeyboardEvent): boolean } {
  const changes = usePersonChanges()
  let typed: { field: HTMLElement; changesBefore: number } | null = null

  useEventListener(document, 'input', (event) => {
    const field = fieldOf(event)
    if (field) typed = { field, changesBefore: changes.made }
  })
  return {
    isOfField: (event) => typed !== null && typed.field === fieldOf(event) && typed.changesBefore === changes.made,
    undo: () => changes.undo(),
    redo: () => changes.redo(),
  }
}

/** Actions on the window, and on which photos are selected. */
function useWindowActions(): Handlers {
  const panels = usePanels()
  const query = useQuery()
  const selection = useSelection()
  const place = usePlace()
  const source = usePhotoSource()
  const toasts = useToasts()
  const stage = useStage()
  return {
    search: focusSearch,
    'save-search': () => {
      if (query.isFiltered) panels.searchToName = { kind: 'present' }
      else toasts.say(t('navigation.nothingToSave'), t('navigation.filterFirst'))
    },
    information: panels.toggleInspector,
    history: panels.toggleHistory,
    filters: panels.toggleFilters,
    sidebar: () => {
      panels.isSidebarOpen = !panels.isSidebarOpen
    },
    map: () => (place.isMap.value ? place.goToLibrary() : place.openMap()),
    'show-people': place.openPeople,
    'show-duplicates': place.openDuplicates,
    'show-learned': place.openLearned,
    stage: () => stage.next(),
    settings: () => panels.openSettings(),
    help: () => {
      panels.isHelpOpen = true
    },
    // Neither a view of single photos nor the text of the frame has anything to select.
    'select-all': () => (place.isInList.value ? selection.all(source.value) : undefined),
    'invert-selection': () => (place.isInList.value ? selection.invert(source.value) : undefined),
    clear: () => {
      if (!selection.isEmpty()) selection.clear()
      else if (place.similar.value) place.goToLibrary()
    },
    fullscreen: () =>
      toasts.attempt(t('navigation.noFullscreen'), () => setFullscreen(document.fullscreenElement === null)),
  }
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search')
  field?.focus()
  field?.select()
}

/** Actions on the photos of the current view: its photo, or the selection. */
function usePhotoActions(): Handlers {
  const scopes = useActionScopes()
  const panels = usePanels()
  const place = usePlace()
  const revealed = useRevealed()
  const changes = usePersonChanges()
  const intoAlbum = useIntoAlbum()
  const tools = usePhotoTools()
  const metadata = useMetadataActions()
  const findSimilar = useFindSimilar()
  const printing = usePrinting()
  const sharing = useSharing()

  /** Acts on the photos once they are known; does nothing if there are none. */
  const act = async (run: (ids: readonly PhotoId[]) => unknown): Promise<void> => {
    const ids = scopes.target?.known() ?? (await scopes.target?.ids())
    if (ids && ids.length > 0) await run(ids)
  }
  return {
    tag: () => act((ids) => (panels.tagIds = ids)),
    rename: () => act((ids) => (panels.move = { kind: 'rename', ids })),
    'move-files': () => act((ids) => (panels.move = { kind: 'move', ids })),
    trash: () => act((ids) => (panels.trashIds = ids)),
    'album-choose': () => act((ids) => (panels.albumIds = ids)),
    album: () => act(intoAlbum),
    export: () => act((ids) => (panels.exportIds = ids)),
    print: () => act(printing.start),
    share: () => act((ids) => (sharing.isOffered ? sharing.start(ids) : undefined)),
    slideshow: () =>
      act(([first]) => {
        if (first === undefined) return
        tools.isPlaying = true
        void place.openPhoto(first)
      }),
    reveal: () => act(revealed.toggle),
    'rotate-left': () => act((ids) => changes.rotate(ids, 'left')),
    'rotate-right': () => act((ids) => changes.rotate(ids, 'right')),
    fine: () => act((ids) => changes.judge(ids, 'fine')),
    sensitive: () => act((ids) => changes.judge(ids, 'sensitive')),
    private: () => act(changes.togglePrivate),
    similar: () => act(findSimilar),
    'metadata-copy': () => act(metadata.copy),
    'metadata-paste': () => act(metadata.paste),
  }
}

/** Finds photos like these: at most as many of them as can be compared at once. */
function useFindSimilar(): (ids: readonly PhotoId[]) => void {
  const place = usePlace()
  const toasts = useToasts()
  return (ids) => {
    if (ids.length > MAX_COMPARED) toasts.say(tooMany(ids.length))
    place.openSimilar({ photoIds: ids.slice(0, MAX_COMPARED) })
  }
}

/** Copies the metadata of the first photo, and asks which of them others take. */
function useMetadataActions(): Record<'copy' | 'paste', (ids: readonly PhotoId[]) => unknown> {
  const edits = useMetadataEdits()
  const panels = usePanels()
  return {
    copy: ([first]) => first !== undefined && edits.copy(first),
    paste: (ids) => edits.copied !== null && (panels.pasteIds = ids),
  }
}

/** Adds photos to the chosen album, or removes them; asks for an album if none is chosen. */
function useIntoAlbum(): (ids: readonly PhotoId[]) => unknown {
  const albums = useAlbums()
  const panels = usePanels()
  return (ids) => {
    if (albums.target === null) panels.albumIds = ids
    else return albums.toggle(albums.target.id, ids)
  }
}

const tooMany = (count: number): string =>
  t('navigation.firstCompared', { some: MAX_COMPARED, photos: countPhotos(count) })

/** Actions on the stacks of the selected photos, or of the open one. */
function useStackActions(): Handlers {
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
  /** The photo that represents the folded stack afterwards is selected in place of the one that did before. */
  const accept = async (ids: readonly PhotoId[]): Promise<void> => {
    const place = selection.list.length === 1 && stacks.isFolded ? selection.focusIndex : -1
    const number = place < 0 ? undefined : pages.tile(place)?.stack
    if (!(await stack.acceptSuggested(ids)) || number === undefined || stacks.isOpen(number)) return
    await pages.refresh()
    const tile = pages.tile(place)
    if (tile?.stack === number) selection.only(place, tile.id)
  }
  const reviewBursts = useReviewBursts()
  const source = usePhotoSource()
  /** Several selected photos, or all that are listed. */
  const review = async (): Promise<void> => {
    const chosen = scopes.target?.known() ?? (await scopes.target?.ids()) ?? []
    const ids = chosen.length > 1 ? chosen : await source.value.ids()
    if (ids.length > 0) await reviewBursts(ids)
  }
  return {
    ...useFolding(),
    ...useWholeStacks(withIds),
    'stack-review': review,
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

  /** Folds an open stack; the photo that represents it is selected in place of its photos. */
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

/** Selecting and comparing all photos of stacks, including folded ones. */
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
