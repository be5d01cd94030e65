import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useSettings } from '../settings/use-settings.ts'

/** Maximum number of open stacks; beyond it, the one that was opened first folds. */
const MAX_OPEN = 200

/** Whether the list shows one photo for each stack, and which stacks are open in place. */
export const useStacks = defineStore('stacks', () => {
  const settings = useSettings()
  const open = shallowRef<readonly number[]>([])
  const isFolded = computed(() => settings.settings.foldsStacks)
  /** The part of a query that concerns stacks. */
  const asked = computed(() => (isFolded.value ? { stacks: { open: [...open.value] } } : {}))

  const isOpen = (stack: number | undefined): boolean =>
    isFolded.value && stack !== undefined && open.value.includes(stack)
  /** Opens a stack in place, or folds it. */
  const toggle = (stack: number): void => {
    open.value = open.value.includes(stack)
      ? open.value.filter((other) => other !== stack)
      : [...open.value, stack].slice(-MAX_OPEN)
  }
  /** Folds all stacks, or shows all photos. */
  const fold = (isWanted: boolean): void => {
    open.value = []
    settings.change({ foldsStacks: isWanted })
  }

  /** Opens these stacks in place and no others, as another window does. */
  const openOnly = (stacks: readonly number[]): void => {
    if (stacks.join() !== open.value.join()) open.value = stacks
  }

  return { isFolded, open, asked, isOpen, toggle, fold, openOnly }
})
