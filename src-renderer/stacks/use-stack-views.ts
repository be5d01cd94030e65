import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { StackView } from '../../src-main/contract/library/stacks.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useStacks } from './use-stacks.ts'

/** The library's information about the open stacks, and about the one of the shown photo. */
export const useStackViews = defineStore('stack-views', () => {
  const { library } = useClient()
  const loads = useLoads()
  const stacks = useStacks()
  const views = shallowRef<ReadonlyMap<number, StackView>>(new Map())
  /** The stack of the photo that is shown large. */
  const shown = shallowRef<number | undefined>(undefined)
  const wanted = computed(() => {
    const open = stacks.isFolded ? (stacks.asked.stacks?.open ?? []) : []
    return [...new Set([...open, ...(shown.value === undefined ? [] : [shown.value])])]
  })

  /** Reloads; stacks that arrive in the meantime stay. Without an answer from the library, everything stays. */
  const refresh = async (): Promise<void> => {
    const asked = wanted.value
    const answer = asked.length === 0 ? [] : await loads.ask(() => library.stacks.look({ stacks: [...asked] }))
    if (answer !== undefined && asked === wanted.value) views.value = new Map(answer.map((view) => [view.stack, view]))
  }
  watch(wanted, () => void refresh())

  const of = (stack: number | undefined): StackView | undefined =>
    stack === undefined ? undefined : views.value.get(stack)
  const show = (stack: number | undefined): void => {
    shown.value = stack
  }
  return { of, show, refresh }
})
