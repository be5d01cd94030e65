import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { useSelection } from '../stores/selection.ts'
import { indexAt, neighbourRow, rowOf, type GridLayout } from './grid-layout.ts'
import type { TileSource } from '../stores/tile-source.ts'

type GridParts = {
  source: () => TileSource
  layout: () => GridLayout
  viewHeight: () => number
  /** Scrolls to a photo and gives its tile the focus. */
  go: (index: number) => Promise<void>
  open: (id: PhotoId) => void
  menu: (index: number) => void
}

/** Keys of the grid: moving, selecting, opening, rating. */
export function useGridKeys(parts: GridParts): { onKeydown: (event: KeyboardEvent) => Promise<void> } {
  const selection = useSelection()
  const changes = usePersonChanges()

  const target = (key: string): number | null => {
    const at = selection.focusIndex
    const last = parts.source().total - 1
    const page = (step: number): number =>
      indexAt(parts.layout(), Math.max(0, rowOf(parts.layout(), at).top + step * parts.viewHeight() * 0.9))
    switch (key) {
      case 'ArrowLeft':
        return Math.max(0, at - 1)
      case 'ArrowRight':
        return Math.min(last, at + 1)
      case 'ArrowUp':
        return neighbourRow(parts.layout(), at, -1)
      case 'ArrowDown':
        return neighbourRow(parts.layout(), at, 1)
      case 'Home':
        return 0
      case 'End':
        return last
      case 'PageUp':
        return page(-1)
      case 'PageDown':
        return Math.min(last, page(1))
      default:
        return null
    }
  }

  const move = async (index: number, event: KeyboardEvent): Promise<void> => {
    selection.focus(index, parts.source().tile(index)?.id)
    await parts.go(index)
    if (event.shiftKey) return selection.rangeTo(index, parts.source())
    const id = parts.source().tile(index)?.id ?? (await parts.source().ids())[index]
    if (event.ctrlKey || event.metaKey || id === undefined) selection.focus(index, id)
    else selection.only(index, id)
  }

  const chosen = (): readonly PhotoId[] => {
    if (selection.ids.size > 0) return selection.list
    const id = parts.source().tile(selection.focusIndex)?.id
    return id === undefined ? [] : [id]
  }

  const act = async (event: KeyboardEvent): Promise<boolean> => {
    const isCommand = event.ctrlKey || event.metaKey
    const id = parts.source().tile(selection.focusIndex)?.id
    if (isCommand && event.key.toLowerCase() === 'a') await selection.all(parts.source())
    else if (isCommand && event.key === ' ' && id !== undefined) selection.toggle(selection.focusIndex, id)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) parts.menu(selection.focusIndex)
    else if ((event.key === 'Enter' || event.key === ' ') && id !== undefined) parts.open(id)
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear()
    else if (!isCommand && !event.altKey && /^[0-5]$/.test(event.key) && chosen().length > 0)
      await changes.rate(chosen(), Number(event.key))
    else return false
    return true
  }

  const onKeydown = async (event: KeyboardEvent): Promise<void> => {
    if (parts.source().total === 0) return
    const index = event.altKey ? null : target(event.key)
    const isOurs = index !== null || /^[0-5aA ]$|^(Enter|Escape|ContextMenu|F10)$/.test(event.key)
    if (!isOurs || (event.target as HTMLElement).closest('input, [role="menu"]')) return
    if (index !== null) {
      event.preventDefault()
      await move(index, event)
      return
    }
    const isPlainA = event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.metaKey
    if (isPlainA || (event.key === 'F10' && !event.shiftKey) || (event.key === 'Escape' && selection.ids.size === 0))
      return
    event.preventDefault()
    await act(event)
  }
  return { onKeydown }
}
