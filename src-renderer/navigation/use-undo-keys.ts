import { useEventListener } from '@vueuse/core'
import { usePersonChanges } from '../stores/person-changes.ts'
import { fieldOf } from './is-typing.ts'
import type { Handlers } from './action-scopes.ts'

/**
 * Undo and redo by key take back what was done last: what was typed, where a field has the focus and nothing was
 * changed since; otherwise the last change. A key must not take back a search where the person means a rating.
 */
export function useUndoKeys(): Pick<Handlers, 'undo' | 'redo'> & { isOfField(event: KeyboardEvent): boolean } {
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
