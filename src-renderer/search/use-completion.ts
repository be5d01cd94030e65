import { useDebounceFn } from '@vueuse/core'
import { shallowRef } from 'vue'
import {
  type Completion,
  completeFieldName,
  completeValue,
  completionAt,
} from '../../src-main/contract/library/search/completion.ts'
import type { Suggestion } from '../../src-main/contract/library/search/explanation.ts'
import { useClient } from '../client/use-client.ts'
import type { Suggestion as Line } from '../components/SuggestField.vue'
import { useLabelMarks } from '../languages/use-label-marks.ts'
import { CallOrder } from '../stores/call-order.ts'
import { useTagLabels } from '../stores/tag-labels.ts'

const WAIT_MS = 120
const MAX_LINES = 10

/** Completions for what is written at the caret: fields, and values with how many photos have them. */
export function useCompletion() {
  const { library } = useClient()
  const marks = useLabelMarks()
  const labels = useTagLabels()
  const lines = shallowRef<readonly Line[]>([])
  const order = new CallOrder()
  let offered: { at: Completion; found: readonly Suggestion[] } | null = null

  const clear = (): void => {
    order.start()
    offered = null
    lines.value = []
  }
  const look = useDebounceFn(async (text: string, caret: number): Promise<void> => {
    const at = completionAt(text, caret)
    if (at === null || (at.field === null && at.text === '')) return clear()
    const isLatest = order.start()
    const found = await library.search.complete({ text: at.text, field: at.field, limit: MAX_LINES }).catch(() => [])
    if (!isLatest()) return
    labels.remember(found.filter(({ field }) => field === 'tag').map(({ value, label }) => ({ name: value, label })))
    offered = { at, found }
    lines.value = found.map((each, place) => asLine(each, place, marks))
  }, WAIT_MS)

  /** The text with a line of the list taken, and where the caret goes. */
  const take = (text: string, line: string): { text: string; caret: number } | null => {
    const chosen = offered?.found[Number(line)]
    if (offered === null || chosen === undefined) return null
    const { at } = offered
    if (chosen.isField) return completeFieldName(text, at, chosen.value)
    return at.field === null ? completeWord(text, at, chosen) : completeValue(text, at, chosen.value)
  }
  return { lines, look, take, clear }
}

/** A name that is offered for a word becomes a value of its field. */
function completeWord(text: string, at: Completion, { field, value }: Suggestion): { text: string; caret: number } {
  const named = completeFieldName(text, at, field)
  return completeValue(named.text, { field, text: '', from: at.from, to: named.caret }, value)
}

function asLine(
  { field, isField, value, label, count }: Suggestion,
  place: number,
  marks: ReturnType<typeof useLabelMarks>,
): Line {
  if (isField) return { value: String(place), label: `${value}:`, note: label }
  const kind = field === 'tag' ? '' : `${field} · `
  return { value: String(place), label, note: `${kind}${count.toLocaleString('en')}`, ...marks(value, label) }
}
