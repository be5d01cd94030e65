import { defineStore } from 'pinia'
import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { Press, ShortcutAction, ShortcutScope } from './shortcuts.ts'

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
