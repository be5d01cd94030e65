import { keyByDirection } from '../locales/direction.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useSelection } from '../photos/selection.ts'
import type { TileSource } from '../photos/tile-source.ts'
import { gridCommand, type GridCommand } from './grid-command.ts'
import type { GridLayout } from './grid-layout.ts'
import { keyTarget } from './key-target.ts'

type GridDependencies = {
  source: () => TileSource
  layout: () => GridLayout
  /** Height of the visible part, in CSS pixels. */
  viewHeight: () => number
  /** Scrolls to a photo and gives its tile the focus. */
  go: (index: number) => Promise<void>
  open: (id: PhotoId) => void
  menu: (index: number) => void
}

/** Elements in which keys have their own meaning. */
const ELSEWHERE = 'input, [role="menu"], [role="columnheader"]'

/** Keys of the grid itself: moving, selecting, opening. */
export function useGridKeys(grid: GridDependencies): { onKeydown: (event: KeyboardEvent) => Promise<void> } {
  const selection = useSelection()
  const move = useMove(grid)
  const commands = useCommands(grid)
  const focused = (): PhotoId | undefined => grid.source().tile(selection.focusIndex)?.id

  const onKeydown = async (event: KeyboardEvent): Promise<void> => {
    if (grid.source().total === 0 || (event.target as HTMLElement).closest(ELSEWHERE)) return
    const geometry = { layout: grid.layout(), viewHeight: grid.viewHeight() }
    const index = event.altKey ? null : keyTarget(keyByDirection(event.key), selection.focusIndex, geometry)
    const state = { hasPhoto: focused() !== undefined, hasSelection: !selection.isEmpty() }
    const command = index === null ? gridCommand(event, state) : 'none'
    if (command === null) return
    event.preventDefault()
    if (index === null) commands[command]()
    else await move(index, event)
  }
  return { onKeydown }
}

/** Moves the focus; Shift selects a range, Ctrl or Cmd leaves the selection as it is. */
function useMove({ source, go }: GridDependencies) {
  const selection = useSelection()
  return async (index: number, event: KeyboardEvent): Promise<void> => {
    selection.focus(index, source().tile(index)?.id)
    await go(index)
    if (event.shiftKey) return selection.rangeTo(index, source())
    const id = source().tile(index)?.id ?? (await source().ids())[index]
    if (event.ctrlKey || event.metaKey || id === undefined) selection.focus(index, id)
    else selection.only(index, id)
  }
}

function useCommands({ source, open, menu }: GridDependencies): Record<GridCommand, () => unknown> {
  const selection = useSelection()
  const focused = (): readonly PhotoId[] => {
    const id = source().tile(selection.focusIndex)?.id
    return id === undefined ? [] : [id]
  }
  return {
    toggle: () => focused().forEach((id) => selection.toggle(selection.focusIndex, id)),
    menu: () => menu(selection.focusIndex),
    open: () => focused().forEach(open),
    clear: () => selection.clear(),
    none: () => undefined,
  }
}
