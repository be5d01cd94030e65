import { ref } from 'vue'
import { usePeople } from './use-people.ts'

export type Answer = 'yes' | 'no' | 'alone' | 'other'

/** The current suggested face, and the person's answer: the next one is shown at once. */
export function useSuggestionAnswers() {
  const store = usePeople()
  const active = ref(0)
  const answer = (what: Answer, name = ''): void => {
    const asked = store.suggestions[active.value]
    if (asked === undefined) return
    store.takeOff(asked)
    active.value = Math.min(active.value, Math.max(0, store.suggestions.length - 1))
    if (what === 'yes') void store.nameFaces([asked.face], asked.name, false)
    else if (what === 'no') void store.refuse([asked.face], asked.name)
    else if (what === 'alone') void store.ignore([asked.face], true, false)
    else void store.nameFaces([asked.face], name)
  }
  return { active, answer }
}
