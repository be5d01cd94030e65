import { defineStore } from 'pinia'
import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'
import { keyByDirection } from '../locales/direction.ts'
import { type Shortcut, type ShortcutAction, type ShortcutScope, shortcuts } from './shortcuts.ts'

/** A shortcut that was pressed. */
export type Press = {
  event: KeyboardEvent
  /** True if Shift or Caps Lock asks for the next photo afterwards. */
  advances: boolean
}

export type Handlers = Partial<Record<ShortcutAction, (press: Press) => unknown>>

/** The photos that keys act on in a view, and how to move on. */
export type ActionTarget = {
  /** What keys act on; null if it could not be determined. Called only if `known` returns nothing. */
  ids(): Promise<readonly PhotoId[] | null>
  /** The same if it is known at once, so that a dialog opens before the next key arrives. */
  known(): readonly PhotoId[] | undefined
  /** The tiles of those that are loaded. */
  tiles(): readonly PhotoTile[]
  /** Shows or selects the next photo. */
  advance(): unknown
}

export type ActionScope = { name: ShortcutScope; handlers: Handlers; target?: ActionTarget }

const order: readonly ShortcutScope[] = [
  'window',
  'grid',
  'duplicates',
  'people',
  'learned',
  'map',
  'photo',
  'faces',
  'compare',
  'bursts',
]

/** Which views are open and act on shortcuts, the top one last. */
export const useActionScopes = defineStore('action-scopes', () => {
  const scopes = shallowRef<readonly ActionScope[]>([])
  const enter = (scope: ActionScope): void => {
    scopes.value = [...scopes.value, scope].toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  }
  const leave = (scope: ActionScope): void => {
    scopes.value = scopes.value.filter((other) => other !== scope)
  }
  const present = computed<ShortcutScope>(() => scopes.value.at(-1)?.name ?? 'window')
  /** What an action does now: the top view that handles it decides. */
  const handlerOf = (action: ShortcutAction): Handlers[ShortcutAction] =>
    scopes.value.findLast(({ handlers }) => handlers[action])?.handlers[action]
  /** The photos that keys act on now: those of the top view, within which the faces are. */
  const target = computed<ActionTarget | undefined>(() => scopes.value.findLast(({ name }) => name !== 'faces')?.target)

  return { scopes, enter, leave, present, handlerOf, target }
})

/** Makes a view act on shortcuts while it is mounted. */
export function useActionScope(scope: ActionScope): void {
  const { enter, leave } = useActionScopes()
  onMounted(() => enter(scope))
  onBeforeUnmount(() => leave(scope))
}

// The shortcut of a key

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
