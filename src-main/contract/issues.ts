import { foreign, say, several } from './sentences/say.ts'
import { isText, type Text } from './sentences/text.ts'
import { inEnglish } from './sentences/write-text.ts'

/** Where a value of an input is; a checker other than zod may give its parts as objects. */
type Path = readonly (PropertyKey | { key: PropertyKey })[]
/** What a check reports: an issue of zod, which has further fields by its code, or of another checker. */
export type Issue = {
  readonly message: string
  readonly path?: Path | undefined
  readonly code?: string | undefined
  readonly params?: { readonly text?: unknown } | undefined
  readonly origin?: string | undefined
  readonly minimum?: number | bigint | undefined
  readonly maximum?: number | bigint | undefined
  readonly inclusive?: boolean | undefined
  readonly divisor?: number | undefined
  readonly expected?: string | undefined
  readonly format?: string | undefined
  readonly keys?: readonly string[] | undefined
  readonly values?: readonly unknown[] | undefined
  readonly options?: readonly unknown[] | undefined
}

/** A check of zod with its own words for people; `textOfIssue` finds the text again. */
export const issueWith = (text: Text) => ({ code: 'custom', message: inEnglish(text), params: { text } }) as const

/** Why a value was refused. It has no stop, because `textOfIssues` puts it after the name of the value. */
export function textOfIssue(issue: Issue): Text {
  if (isText(issue.params?.text)) return issue.params.text
  const { minimum, maximum, inclusive = true } = issue
  const isNumber = issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint'
  switch (issue.code) {
    case 'too_small':
      if (isNumber) return say(inclusive ? 'inputs.numberMin' : 'inputs.numberAbove', { limit: Number(minimum) })
      return Number(minimum) <= 1 ? say('inputs.empty') : say('inputs.lengthMin', { limit: Number(minimum) })
    case 'too_big':
      if (!isNumber) return say('inputs.lengthMax', { limit: Number(maximum) })
      return say(inclusive ? 'inputs.numberMax' : 'inputs.numberBelow', { limit: Number(maximum) })
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? say('inputs.missing')
        : say('inputs.expected', { type: issue.expected ?? '' })
    case 'invalid_value':
      return say('inputs.choice', { choices: (issue.values ?? []).map(named) })
    case 'invalid_union':
      return issue.options === undefined
        ? say('inputs.form')
        : say('inputs.choice', { choices: issue.options.map(named) })
    case 'unrecognized_keys':
      return say('inputs.unknownNames', { names: (issue.keys ?? []).map(foreign) })
    case 'not_multiple_of':
      return say('inputs.multiple', { divisor: issue.divisor ?? 1 })
    case 'invalid_format':
      return issue.format === 'url' ? say('inputs.address', { example: 'https://example.com' }) : say('inputs.form')
    default:
      return foreign(issue.message)
  }
}

const named = (value: unknown): Text => foreign(String(value))

/** Why an input was refused, each reason with the name of the value that it is about. */
export const textOfIssues = (issues: readonly Issue[]): Text =>
  several(
    issues.map((issue) => {
      const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
      const reason = textOfIssue(issue)
      return path === '' ? say('errors.wholeInputWrong', { reason }) : say('errors.inputWrong', { path, reason })
    }),
  )
