/** `none` is a key that belongs to the grid but does nothing at present. */
export type GridCommand = 'select-all' | 'toggle' | 'menu' | 'open' | 'clear' | 'rate' | 'none'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key of the grid asks for, apart from moving; null where it belongs to the page. */
export function gridCommand(event: Key, state: { hasPhoto: boolean; hasSelection: boolean }): GridCommand | null {
  const isCommand = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'a':
    case 'A':
      return isCommand ? 'select-all' : null
    case 'ContextMenu':
      return 'menu'
    case 'F10':
      return event.shiftKey ? 'menu' : null
    case 'Escape':
      return state.hasSelection ? 'clear' : null
    case 'Enter':
      return state.hasPhoto ? 'open' : 'none'
    case ' ':
      return spaceCommand(isCommand, state.hasPhoto)
    default:
      return digitCommand(event.key, isCommand || event.altKey)
  }
}

function spaceCommand(isCommand: boolean, hasPhoto: boolean): GridCommand {
  if (!hasPhoto) return 'none'
  return isCommand ? 'toggle' : 'open'
}

function digitCommand(key: string, hasModifier: boolean): GridCommand | null {
  if (!/^[0-5]$/.test(key)) return null
  return hasModifier ? 'none' : 'rate'
}
