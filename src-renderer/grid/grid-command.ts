/** `none` is a key that belongs to the grid but has no effect at present. */
export type GridCommand = 'toggle' | 'menu' | 'open' | 'clear' | 'none'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key asks of the grid itself, apart from moving; null if it belongs to the page. */
export function gridCommand(event: Key, state: { hasPhoto: boolean; hasSelection: boolean }): GridCommand | null {
  const isCommand = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ContextMenu':
      return 'menu'
    case 'F10':
      return event.shiftKey ? 'menu' : null
    case 'Escape':
      return state.hasSelection ? 'clear' : null
    case 'Enter':
      if (isCommand) return null
      return state.hasPhoto ? 'open' : 'none'
    case ' ':
      return spaceCommand(isCommand, state.hasPhoto)
    default:
      return null
  }
}

function spaceCommand(isCommand: boolean, hasPhoto: boolean): GridCommand {
  if (!hasPhoto) return 'none'
  return isCommand ? 'toggle' : 'open'
}
