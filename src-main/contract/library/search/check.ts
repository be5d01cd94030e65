import { readArea } from './areas.ts'
import { readColors } from './colors.ts'
import { readDate } from './dates.ts'
import type { SearchField } from './fields.ts'
import { readLike } from './like.ts'
import type { FieldNode } from './nodes.ts'
import { readNumbers } from './numbers.ts'
import type { ProblemCode } from './problems.ts'
import { readSentence } from './sentence.ts'

type Fault = { code: ProblemCode; message: string }

/** What is wrong with the values of a field: those that are no number, no date, none of the choices. */
export function checkField(node: FieldNode, field: SearchField): Fault[] {
  if (node.values.every((value) => value.trim() === ''))
    return [{ code: 'no-value', message: `“${field.name}” has no value yet, such as ${field.name}:${field.example}.` }]
  const isOrdered = field.kind === 'number' || field.kind === 'date'
  if (!isOrdered && node.comparison !== ':' && node.comparison !== '=')
    return [{ code: 'bad-value', message: `“${field.name}” cannot be compared with ${node.comparison}.` }]
  return node.values
    .filter((value) => !isUnderstood(node, field, value))
    .map((value) => ({ code: 'bad-value', message: `“${value}” is ${kindWords[field.kind](field)}.` }))
}

/** Whether a value of a field means something. */
export function isUnderstood({ comparison }: FieldNode, field: SearchField, value: string): boolean {
  if (value.trim() === '') return false
  if (field.kind === 'number') return readNumbers(field, comparison, value) !== null
  if (field.kind === 'date') return readDate(value, comparison) !== null
  if (field.kind === 'area') return readArea(value) !== null
  if (field.kind === 'color') return readColors(value) !== null
  if (field.kind === 'sentence') return readSentence(value) !== null
  if (field.kind === 'photo') return readLike(value) !== null
  if (field.kind === 'choice') return field.isOpen === true || readChoice(field, value) !== null
  return true
}

/** The choice that a person means by its name or the beginning of it; null where there is none, or more than one. */
export function readChoice({ choices = [] }: SearchField, value: string): string | null {
  const wanted = value.trim().toLowerCase()
  if (choices.includes(wanted)) return wanted
  const begun =
    wanted.length < 3 ? [] : choices.filter((choice) => choice.startsWith(wanted) || wanted.startsWith(choice))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

const kindWords: Readonly<Record<SearchField['kind'], (field: SearchField) => string>> = {
  number: ({ name, example }) => `no number for “${name}”, such as ${example}`,
  date: () => 'no date; dates are written 2024, 2024-05, "june 2024" or "last 30 days"',
  color: () => 'no colour; colours are written #3060a0, blue or blue*30+white',
  area: ({ example }) => `no part of the map, such as ${example} (south, west, north, east in degrees)`,
  choice: ({ name, choices = [] }) => `nothing that “${name}” knows; it knows ${choices.join(', ')}`,
  photo: () => 'no photo; photos are written by number, such as like:12, like:12+15 or like:12~very',
  sentence: () => 'no sentence; it has up to 300 letters, and may end in a number of photos, such as beach~500',
  text: ({ name }) => `nothing for “${name}”`,
  name: ({ name }) => `nothing for “${name}”`,
}
