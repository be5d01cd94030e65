import type { Text } from '../../sentences/text.ts'
import { say } from '../../sentences/say.ts'
import { readArea } from './areas.ts'
import { readColors } from './colors.ts'
import { isDate } from './dates.ts'
import type { SearchField } from './fields.ts'
import { readLike } from './like.ts'
import type { FieldNode } from './nodes.ts'
import { readNumbers } from './numbers.ts'
import type { ProblemCode } from './problems.ts'
import { MAX_SENTENCE, readSentence } from './sentence.ts'

type Fault = { code: ProblemCode; message: Text }

/** What is wrong with the values of a field, for example not a number, not a date, or none of the choices. */
export function checkField(node: FieldNode, field: SearchField): Fault[] {
  if (node.values.every((value) => value.trim() === ''))
    return [
      {
        code: 'no-value',
        message: say('search.noValue', { name: field.name, example: `${field.name}:${field.example}` }),
      },
    ]
  const isOrdered = field.kind === 'number' || field.kind === 'date'
  if (!isOrdered && node.comparison !== ':' && node.comparison !== '=')
    return [{ code: 'bad-value', message: say('search.notCompared', { name: field.name, sign: node.comparison }) }]
  return node.values
    .filter((value) => !isUnderstood(node, field, value))
    .map((value) => ({ code: 'bad-value', message: faults[field.kind](value, field) }))
}

/** Whether a value is valid for a field. */
function isUnderstood({ comparison }: FieldNode, field: SearchField, value: string): boolean {
  if (value.trim() === '') return false
  if (field.kind === 'number') return readNumbers(field, comparison, value) !== null
  if (field.kind === 'date') return isDate(value, comparison)
  if (field.kind === 'area') return readArea(value) !== null
  if (field.kind === 'color') return readColors(value) !== null
  if (field.kind === 'sentence') return readSentence(value) !== null
  if (field.kind === 'photo') return readLike(value) !== null
  if (field.kind === 'choice') return field.isOpen === true || readChoice(field, value) !== null
  return true
}

/** The choice that a name or its beginning means; null if there is none, or more than one. */
export function readChoice({ choices = [] }: SearchField, value: string): string | null {
  const wanted = value.trim().toLowerCase()
  if (choices.includes(wanted)) return wanted
  const begun =
    wanted.length < 3 ? [] : choices.filter((choice) => choice.startsWith(wanted) || wanted.startsWith(choice))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

const notText = (value: string, { name }: SearchField): Text => say('search.notText', { value, name })

const faults: Readonly<Record<SearchField['kind'], (value: string, field: SearchField) => Text>> = {
  number: (value, { name, example }) => say('search.notNumber', { value, name, example }),
  date: (value) => say('search.notDate', { value, examples: '2024, 2024-05, "june 2024", "last 30 days"' }),
  color: (value) => say('search.notColor', { value, examples: '#3060a0, blue, blue*30+white' }),
  area: (value, { example }) => say('search.notArea', { value, example }),
  choice: (value, { name, choices = [] }) => say('search.notChoice', { value, name, choices: choices.join(', ') }),
  photo: (value) => say('search.notPhoto', { value, examples: 'like:12, like:12+15, like:12~very' }),
  sentence: (value) => say('search.notSentence', { value, most: MAX_SENTENCE, example: 'beach~500' }),
  text: notText,
  name: notText,
}
