import { watchDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { DEFAULT_RENAME_PATTERN, type MovePlan, type MoveRequest } from '../../src-main/contract/library/files.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useFileMoves } from './use-file-moves.ts'
import { usePanels } from '../navigation/use-panels.ts'

const PLANNED_AFTER_MS = 250

/** The choices of the dialog for moving and renaming, and a preview of the result. */
export function useMovePlan() {
  const panels = usePanels(),
    moves = useFileMoves()
  const form = useMoveForm()
  const { request } = form
  const { plan, problem, updatePlan, forget } = usePlanOf(() => request.value)
  const isBusy = ref(false)
  watch(() => panels.move, forget)
  watch(request, () => (plan.value = null))
  watchDebounced(request, updatePlan, { debounce: PLANNED_AFTER_MS, immediate: true })

  const run = async (): Promise<void> => {
    if (plan.value === null) return
    isBusy.value = true
    const isDone = await moves.carryOut(plan.value)
    isBusy.value = false
    if (isDone) panels.move = null
    else void updatePlan()
  }
  return { ...form, plan, problem, isBusy, run }
}

function useMoveForm() {
  const panels = usePanels()
  const pattern = ref(DEFAULT_RENAME_PATTERN)
  const counterFrom = ref(1)
  const numbersTaken = ref(false)
  const folderId = ref<number | null>(null)
  const subfolder = ref('')
  const renames = ref(false)
  const ids = computed(() => panels.move?.ids ?? [])
  const isMove = computed(() => panels.move?.kind === 'move')
  watch(
    () => panels.move,
    (move) => (folderId.value = move?.folderId ?? folderId.value),
    { immediate: true },
  )
  /** Null while something is missing. */
  const request = computed((): MoveRequest | null => {
    const hasPattern = !isMove.value || renames.value
    if (ids.value.length === 0 || (isMove.value && folderId.value === null)) return null
    if (hasPattern && pattern.value.trim() === '') return null
    return {
      ids: [...ids.value],
      numbersTaken: numbersTaken.value,
      counterFrom: Math.max(0, Math.round(Number(counterFrom.value) || 0)),
      ...(hasPattern ? { pattern: pattern.value } : {}),
      ...(isMove.value ? { target: { folderId: folderId.value!, subfolder: subfolder.value } } : {}),
    }
  })
  return { pattern, counterFrom, numbersTaken, folderId, subfolder, renames, ids, isMove, request }
}

/** The plan for a request; answers to earlier requests are dropped. */
function usePlanOf(request: () => MoveRequest | null) {
  const { library } = useClient()
  const plan = shallowRef<MovePlan | null>(null)
  const problem = ref('')
  let asked = 0
  const forget = (): void => {
    asked += 1
    plan.value = null
    problem.value = ''
  }
  const updatePlan = async (): Promise<void> => {
    forget()
    const number = asked
    const wanted = request()
    if (wanted === null) return
    try {
      const found = await library.files.plan(wanted)
      if (number === asked) plan.value = found
    } catch (error) {
      if (number === asked) problem.value = describeError(error)
    }
  }
  return { plan, problem, updatePlan, forget }
}
