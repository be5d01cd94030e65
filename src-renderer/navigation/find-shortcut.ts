import { keyByDirection } from '../locales/direction.ts'
import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'
import { shortcuts, type Shortcut, type ShortcutScope } from './shortcuts.ts'

/** A shortcut that was pressed. */
export type Press = {
  event: KeyboardEvent
  /** True if Shift or Caps Lock asks for the next photo afterwards. */
  advances: boolean
}

type Found = { shortcut: Shortcut; advances: boolean }

/**
 * The shortcut of a key in a scope, or null. What the key types counts first, so that a sign is found wherever a
 * keyboard has it. Digits also count by their place, because Shift turns them into other signs.
 */
export function findShortcut(event: KeyboardEvent, scope: ShortcutScope, preset: ShortcutPreset): Found | null {
  const layers: readonly ShortcutScope[] = scope === 'faces' ? ['faces', 'photo', 'window'] : [scope, 'window']
  const candidates = layers.flatMap((layer) => shortcuts.filter(({ scopes }) => scopes.includes(layer)))
  const find = (keys: readonly string[]): Shortcut | undefined =>
    keys
      .map((key) => candidates.find((shortcut) => shortcut.keys[preset].includes(key)))
      .find((shortcut) => shortcut !== undefined)
  // Photos follow the direction of text; the directions of a map are those of the world.
  const key = scope === 'map' ? event.key : keyByDirection(event.key)
  const plain = find(namesOf(event, key, event.shiftKey))
  if (plain) return { shortcut: plain, advances: plain.mayAdvance && event.getModifierState('CapsLock') }
  const shifted = event.shiftKey ? find(namesOf(event, key, false)) : undefined
  return shifted?.mayAdvance ? { shortcut: shifted, advances: true } : null
}

/** The names that the table may use for a key, the most specific first. */
function namesOf(event: KeyboardEvent, key: string, hasShift: boolean): string[] {
  const typed = typedBy(key)
  const isTypedWithAltGraph = isSign(typed) && event.getModifierState('AltGraph')
  const isCommand = (event.ctrlKey || event.metaKey) && !isTypedWithAltGraph
  const before = `${isCommand ? 'Ctrl+' : ''}${event.altKey && !isTypedWithAltGraph ? 'Alt+' : ''}`
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  const shift = hasShift ? 'Shift+' : ''
  return [
    `${before}${shift}${typed}`,
    // A sign may need Shift to be typed.
    ...(isSign(typed) ? [`${before}${typed}`] : []),
    ...(digit === undefined ? [] : [`${before}${shift}${digit}`]),
  ]
}

const typedBy = (key: string): string => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key)

const isSign = (typed: string): boolean => typed.length === 1 && typed.toLowerCase() === typed.toUpperCase()
