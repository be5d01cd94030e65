import { computed, ref, shallowRef, watch } from 'vue'
import type { LearnedSuggestion } from '../../src-main/contract/library/custom-classifiers.ts'
import type { SuggestionVerdict } from '../../src-main/contract/library/keywords.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useCustomClassifiers } from './use-custom-classifiers.ts'
import { useLearnedSuggestions } from './use-learned-suggestions.ts'
import { usePersonChanges } from '../photos/person-changes.ts'

/** Number of questions in a round: enough to teach something, and done in a minute. */
const ASKED = 20
/** An undone answer is searched among this many suggestions. */
const MAX_SEARCHED = 500

export const keyOfSuggestion = ({ photo, name }: LearnedSuggestion): string => `${photo.id} ${name}`

type Asked = () => { id: string; isFresh: boolean }

/** Twenty suggestions of a classifier, the most doubtful first, and the person's answers. */
export function useReview(asked: Asked) {
  const { library } = useClient()
  const asking = useAnswers(asked)
  const total = ref(0),
    isLoaded = ref(false),
    problem = ref('')
  const load = async (): Promise<void> => {
    try {
      const page = await library.classifiers.suggestions({ ...asked(), limit: ASKED })
      asking.begin(page.suggestions)
      total.value = page.total
      problem.value = ''
    } catch (error) {
      problem.value = describeError(error)
    }
    isLoaded.value = true
  }
  watch(() => [asked().id, asked().isFresh], load, { immediate: true })
  return { ...asking, total, isLoaded, problem, load, ...useLearning(() => asked().id, load) }
}

/** The current suggestion, and the answers so far. */
function useAnswers(asked: Asked) {
  const changes = usePersonChanges()
  const items = shallowRef<readonly LearnedSuggestion[]>([])
  const answers = shallowRef<ReadonlyMap<string, SuggestionVerdict>>(new Map())
  /** Answers that the library has saved; a suggestion that is pending again was undone. */
  const saved = new Set<string>()
  const active = ref(0)

  const answerOf = (item: LearnedSuggestion) => answers.value.get(keyOfSuggestion(item))
  const present = computed(() => items.value[active.value])
  const isDone = computed(() => items.value.length > 0 && items.value.every((item) => answerOf(item) !== undefined))
  const set = (item: LearnedSuggestion, verdict: SuggestionVerdict | null): void => {
    answers.value = new Map([...answers.value].filter(([key]) => key !== keyOfSuggestion(item)))
    if (verdict !== null) answers.value = new Map([...answers.value, [keyOfSuggestion(item), verdict]])
  }
  const begin = (next: readonly LearnedSuggestion[]): void => {
    items.value = next
    answers.value = new Map()
    saved.clear()
    active.value = 0
  }
  const goOn = (): void => {
    const open = [...items.value.keys()].filter((at) => answerOf(items.value[at]!) === undefined)
    active.value = open.find((at) => at > active.value) ?? open[0] ?? active.value
  }
  /** The next photo is shown at once; one whose answer could not be saved is asked again. */
  const answer = async (verdict: SuggestionVerdict): Promise<void> => {
    const item = present.value
    if (item === undefined || answerOf(item) !== undefined) return
    set(item, verdict)
    goOn()
    if (await changes.judgeSuggestion([item.photo.id], item.name, verdict)) saved.add(keyOfSuggestion(item))
    else set(item, null)
  }
  useTakenBack(asked, saved, (keys) => {
    for (const [at, item] of items.value.entries()) {
      if (!keys.has(keyOfSuggestion(item))) continue
      set(item, null)
      active.value = at
    }
  })
  return { items, active, present, answers, answerOf, isDone, begin, answer }
}

/** Answers that were undone, here or in another place, are open again; `onBack` gets their keys. */
function useTakenBack(asked: Asked, saved: Set<string>, onBack: (keys: ReadonlySet<string>) => void): void {
  const { library } = useClient()
  const store = useLearnedSuggestions(),
    loads = useLoads()
  const follow = async (): Promise<void> => {
    const known = new Set(saved)
    if (known.size === 0) return
    const page = await library.classifiers.suggestions({ ...asked(), limit: MAX_SEARCHED })
    const back = page.suggestions.map(keyOfSuggestion).filter((key) => known.has(key))
    for (const key of back) saved.delete(key)
    if (back.length > 0) onBack(new Set(back))
  }
  watch(
    () => store.revision,
    () => loads.run(follow, ['tagger-not-found']),
  )
}

/** Learns from the answers; `after` runs once the classifier has been applied to all photos again. */
function useLearning(id: () => string, after: () => Promise<void>) {
  const classifiers = useCustomClassifiers()
  const isLearning = ref(false)
  const isApplying = computed(() => (classifiers.list.find((each) => each.id === id())?.applying ?? null) !== null)
  const learn = async (): Promise<void> => {
    if (isLearning.value) return
    isLearning.value = true
    const isBegun = await classifiers.retrain(id())
    if (isBegun && isApplying.value) return // Continues below.
    isLearning.value = false
    if (isBegun) await after()
  }
  watch(isApplying, (isOn) => {
    if (isOn || !isLearning.value) return
    isLearning.value = false
    void after()
  })
  return { isLearning, learn }
}
