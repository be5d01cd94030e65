import { computed, nextTick, ref, type Ref } from 'vue'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { usePlace } from '../navigation/use-place.ts'
import { useKeywordPanel } from './use-keyword-panel.ts'
import { useKeywords } from './use-keywords.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { textOfTag, useQuery } from '../photos/query.ts'
import { useSelection } from '../photos/selection.ts'
import { keywordRows, openKey, placeOf, type KeywordRow } from './keyword-rows.ts'

export const ROW_PX = 30

/** The visible rows of the tree, the focused one, and keys. */
export function useKeywordTree(box: Readonly<Ref<HTMLElement | null>>) {
  const keywords = useKeywords(),
    panel = useKeywordPanel()
  const open = ref<ReadonlySet<string>>(new Set())
  const focused = ref(0)
  const rows = computed(() => keywordRows(keywords.list, open.value, panel.filter))
  const virtual = useVirtualizer(
    computed(() => ({
      count: rows.value.length,
      getScrollElement: () => box.value,
      estimateSize: () => ROW_PX,
      overscan: 12,
    })),
  )
  const setOpen = (name: string, isOpen: boolean): void => {
    const next = new Set(open.value)
    if (isOpen) next.add(openKey(name))
    else next.delete(openKey(name))
    open.value = next
  }
  /** Opens the ancestors of a keyword. */
  const openTo = (name: string): void => {
    for (let place = placeOf(name); place !== ''; place = placeOf(place)) setOpen(place, true)
  }
  const moveTo = async (index: number): Promise<void> => {
    focused.value = Math.max(0, Math.min(rows.value.length - 1, index))
    virtual.value.scrollToIndex(focused.value)
    await nextTick()
    box.value?.querySelector<HTMLElement>(`[data-row="${focused.value}"]`)?.focus()
  }
  const onKeydown = useTreeKeys({ rows, focused, moveTo, setOpen })
  return { rows, virtual, focused, setOpen, openTo, onKeydown, moveTo }
}

type Parts = {
  rows: Readonly<Ref<KeywordRow[]>>
  focused: Ref<number>
  moveTo(index: number): Promise<void>
  setOpen(name: string, isOpen: boolean): void
}

function useTreeKeys({ rows, focused, moveTo, setOpen }: Parts) {
  const panel = useKeywordPanel(),
    show = useShowKeyword(),
    give = useGiveKeyword()
  return (event: KeyboardEvent): void => {
    const row = rows.value[focused.value]
    // Fields and buttons within a row have their own keys.
    if (!row || (event.target as HTMLElement).getAttribute('role') !== 'treeitem') return
    const { name } = row.keyword
    const above = rows.value.findLastIndex((other, index) => index < focused.value && other.level < row.level)
    const actions: Record<string, () => unknown> = {
      ArrowDown: () => moveTo(focused.value + 1),
      ArrowUp: () => moveTo(focused.value - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.value.length - 1),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? setOpen(name, true) : moveTo(focused.value + 1)),
      ArrowLeft: () => (row.isOpen ? setOpen(name, false) : above >= 0 ? moveTo(above) : undefined),
      Enter: () => show(name),
      ' ': () => give(name),
      F2: () => (panel.renaming = name),
      Delete: () => (panel.dialog = { kind: 'remove', name }),
    }
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    void action()
  }
}

/** Shows the photos that have a keyword. */
export function useShowKeyword(): (name: string) => void {
  const query = useQuery(),
    place = usePlace()
  return (name) => {
    query.show(textOfTag(name))
    place.goToLibrary()
  }
}

/** Gives the selected photos a keyword, or removes it if all of them have it. */
export function useGiveKeyword(): (name: string) => unknown {
  const changes = usePersonChanges(),
    selection = useSelection()
  return (name) => (selection.isEmpty() ? undefined : changes.toggleKeyword(selection.list, name))
}
