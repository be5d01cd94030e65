import { useLocalStorage } from '@vueuse/core'
import { computed, nextTick, ref, type Ref } from 'vue'
import type { AlbumId, AlbumNode } from '../../src-main/contract/library/albums.ts'
import { t } from '../locales/messages.ts'
import { useAlbums } from './use-albums.ts'
import { useSavedSearches } from './use-saved-searches.ts'
import { albumRows, keyOf } from './album-rows.ts'

/** The tree of the side bar: which albums are open, which row has the focus, which one is being renamed. */
export function useAlbumTree(box: Readonly<Ref<HTMLElement | null>>, choose: (node: AlbumNode) => void) {
  const albums = useAlbums()
  const open = useLocalStorage<AlbumId[]>('albums-open', [])
  const rows = computed(() => albumRows(albums.nodes, new Set(open.value)))
  const focused = ref(0)
  const setOpen = (id: AlbumId, isOpen: boolean): void => {
    open.value = isOpen ? [...new Set([...open.value, id])] : open.value.filter((other) => other !== id)
  }
  const moveTo = async (index: number): Promise<void> => {
    focused.value = Math.max(0, Math.min(rows.value.length - 1, index))
    await nextTick()
    box.value?.querySelector<HTMLElement>(`[data-row="${focused.value}"]`)?.focus()
  }
  const naming = useNaming({ setOpen, focus: () => moveTo(focused.value) })

  const onKeydown = (event: KeyboardEvent): void => {
    const row = rows.value[focused.value]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const { node } = row
    const parent = rows.value.findLastIndex((other, index) => index < focused.value && other.level < row.level)
    const toggle = (isOpen: boolean): void => (node.kind === 'album' ? setOpen(node.id, isOpen) : undefined)
    const actions: Record<string, () => unknown> = {
      ArrowDown: () => moveTo(focused.value + 1),
      ArrowUp: () => moveTo(focused.value - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.value.length - 1),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(true) : moveTo(focused.value + 1)),
      ArrowLeft: () => (row.isOpen ? toggle(false) : parent >= 0 ? moveTo(parent) : undefined),
      Enter: () => choose(node),
      ' ': () => choose(node),
      F2: () => naming.edit(node),
      Delete: () => naming.remove(node),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return { rows, focused, setOpen, onKeydown, ...naming }
}

type Tree = { setOpen(id: AlbumId, isOpen: boolean): void; focus(): unknown }

/** Renaming in the row itself. */
function useNaming({ setOpen, focus }: Tree) {
  const albums = useAlbums(),
    searches = useSavedSearches()
  const renaming = ref<string | null>(null)
  const edit = (node: AlbumNode): void => {
    renaming.value = keyOf(node)
  }
  /** Creates an album with an unused name, which is then edited in its row. */
  const create = async (parentId: AlbumId | null = null): Promise<void> => {
    const beside = new Set(albums.nodes.filter((node) => node.parentId === parentId).map(({ name }) => name))
    let name = t('albums.untitled')
    for (let number = 2; beside.has(name); number++) name = `${t('albums.untitled')} ${number}`
    const id = await albums.create(name, parentId)
    if (id === null) return
    if (parentId !== null) setOpen(parentId, true)
    renaming.value = keyOf({ kind: 'album', id })
  }
  /** Null if the person cancelled. */
  const rename = async (node: AlbumNode, name: string | null): Promise<void> => {
    if (renaming.value === null) return // The field loses the focus after Enter.
    renaming.value = null
    const wanted = name?.trim() ?? ''
    if (wanted !== '' && wanted !== node.name)
      await (node.kind === 'album' ? albums.rename(node.id, wanted) : searches.rename(node.id, wanted))
    focus()
  }
  const remove = (node: AlbumNode): unknown =>
    node.kind === 'album' ? albums.remove(node.id) : searches.remove(node.id)
  return { renaming, edit, create, rename, remove }
}
