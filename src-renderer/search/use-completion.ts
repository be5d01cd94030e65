import { t, translate } from '../locales/messages.ts'
import { writeNumber } from '../locales/formats.ts'
import { useDebounceFn } from '@vueuse/core'
import { shallowRef } from 'vue'
import {
  type Completion,
  completeFieldName,
  completeSentence,
  completeValue,
  completionAt,
  sentenceAt,
  type WrittenSentence,
} from '../../src-main/contract/library/search/completion.ts'
import type { ReadDescription } from '../../src-main/contract/library/search/read-description.ts'
import type { Suggestion } from '../../src-main/contract/library/search/explanation.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import type { Suggestion as Line } from '../components/SuggestField.vue'
import { useLabelMarks } from '../languages/use-label-marks.ts'
import { CallOrder } from '../client/call-order.ts'
import { usePair } from '../models/use-pair.ts'
import { useTagLabels } from '../languages/use-tag-labels.ts'
import { useDescription } from './description.ts'
import { chipsOf } from './filters/chips.ts'

const WAIT_MS = 120
const MAX_LINES = 10
/** The line that completes all words together. */
const SENTENCE = 'sentence'
/** The line that makes filters of all words. */
const DESCRIPTION = 'description'

/** What may be more than one word: where words have no spaces between them, any text of some letters. */
const SEVERAL_WORDS = /\S\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]{3}/u

/** The completions of a text, and the part of it that they replace. */
type Offered = {
  text: string
  at: Completion | null
  found: readonly Suggestion[]
  sentence: WrittenSentence | null
  description: ReadDescription | null
}

/** A text and where its caret is. */
type Completed = { text: string; caret: number }

/** Completions at the caret: fields, and values with the number of photos that have them. */
export function useCompletion() {
  const { library } = useClient()
  const marks = useLabelMarks()
  const labels = useTagLabels()
  const pair = usePair(),
    loads = useLoads()
  const descriptions = useDescription()
  const lines = shallowRef<readonly Line[]>([])
  const order = new CallOrder()
  let offered: Offered | null = null
  /** Whether completions are still wanted once the person stops typing. */
  let isWanted = false

  const clear = (): void => {
    order.start()
    isWanted = false
    offered = null
    lines.value = []
  }
  const suggest = (text: string, caret: number): Promise<void> => {
    isWanted = true
    return suggestSoon(text, caret)
  }
  const suggestSoon = useDebounceFn(async (text: string, caret: number): Promise<void> => {
    if (!isWanted) return
    const at = completionAt(text, caret)
    const sentence = pair.state.pair === null ? null : sentenceAt(text, caret)
    const isNothing = at === null || (at.field === null && at.text === '')
    const isLatest = order.start()
    const limit = sentence === null ? MAX_LINES : MAX_LINES - 1
    const [found, description] = await Promise.all([
      isNothing
        ? []
        : loads.ask(() => library.search.complete({ text: at.text, field: at.field, limit })).then((all) => all ?? []),
      SEVERAL_WORDS.test(text) ? descriptions.read(text) : null,
    ])
    if (!isLatest()) return
    if (isNothing && sentence === null && description === null) return clear()
    labels.remember(found.filter(({ field }) => field === 'tag').map(({ value, label }) => ({ name: value, label })))
    offered = { text, at, found, sentence, description }
    lines.value = [
      ...(description === null ? [] : [asDescription(description, labels)]),
      ...found.map((each) => asLine(each, marks)),
      ...(sentence === null ? [] : [asSentence(sentence)]),
    ]
  }, WAIT_MS)

  /** Accepts a line of the list: the new text, and the new place of the caret. */
  const take = (text: string, caret: number, line: string): Completed | null => {
    if (offered?.description && line === DESCRIPTION) {
      descriptions.take(offered.description)
      return { text: offered.description.text, caret: offered.description.text.length }
    }
    return offered && complete(offered, { text, caret }, line)
  }
  return { lines, suggest, take, clear }
}

/** The person may have typed since the list was made. */
function complete(offered: Offered, { text, caret }: Completed, line: string): Completed | null {
  const isOlder = offered.text !== text
  const sentence = isOlder ? sentenceAt(text, caret) : offered.sentence
  if (line === SENTENCE) return sentence && completeSentence(text, sentence)
  const at = isOlder ? completionAt(text, caret) : offered.at
  const chosen = offered.found.find((each) => nameOf(each) === line)
  if (at === null || chosen === undefined) return null
  if (chosen.isField) return completeFieldName(text, at, chosen.value)
  return at.field === null ? completeWord(text, at, chosen) : completeValue(text, at, chosen.value)
}

/** A name that is offered for a word becomes a value of its field. */
function completeWord(text: string, at: Completion, { field, value }: Suggestion): Completed {
  const named = completeFieldName(text, at, field)
  return completeValue(named.text, { field, text: '', from: at.from, to: named.caret }, value)
}

/** `girl · red · not dog`, as the filters will be called. */
const asDescription = ({ text }: ReadDescription, labels: ReturnType<typeof useTagLabels>): Line => ({
  value: DESCRIPTION,
  label: chipsOf(parse(text).terms, labels)
    .map(({ label }) => label)
    .join(' · '),
  note: t('search.asFilters'),
})

const asSentence = ({ text }: WrittenSentence): Line => ({
  value: SENTENCE,
  label: t('search.looksLikeOffer', { text }),
  note: t('search.sentence'),
})

/** Stays the same while letters are added, so that a line chosen with an arrow key stays chosen. */
const nameOf = ({ field, isField, value }: Suggestion): string => `${isField ? '' : field}:${value}`

function asLine(suggestion: Suggestion, marks: ReturnType<typeof useLabelMarks>): Line {
  const { field, isField, value, label, count } = suggestion
  if (isField) return { value: nameOf(suggestion), label: `${value}:`, note: translate(`searchFields.${value}`, label) }
  const kind = field === 'tag' ? '' : `${field} · `
  return { value: nameOf(suggestion), label, note: `${kind}${writeNumber(count)}`, ...marks(value, label) }
}
