import { say } from '../../contract/sentences/say.ts'
import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { z } from 'zod'
import { BarcodeParameters } from '../../contract/analysis/operations/barcodes.ts'
import type { BatchFault, BatchFindings } from '../../contract/analysis/operations/batch.ts'
import { CategoryParameters } from '../../contract/analysis/operations/categories.ts'
import { ColorParameters } from '../../contract/analysis/operations/colors.ts'
import { CroppingParameters } from '../../contract/analysis/operations/croppings.ts'
import { FaceParameters } from '../../contract/analysis/operations/faces.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { TagParameters } from '../../contract/analysis/operations/tags.ts'
import { TextParameters } from '../../contract/analysis/operations/text.ts'
import { AppError } from '../../contract/errors.ts'
import type { CallAnswer, OperationCall } from './calls.ts'

/** Operations of a batch with their parameters, by name; `categories/ID` names the categorizer. */
export type BatchOperations = Readonly<Record<string, GivenParameters>>

/** A checked operation: the name for its answer, and the call. */
export type BatchCall = { name: string; call: OperationCall }

const MAX_OPERATIONS = 20
const CATEGORIES = 'categories/'

const schemas = {
  tags: TagParameters,
  colors: ColorParameters,
  croppings: CroppingParameters,
  faces: FaceParameters,
  barcodes: BarcodeParameters,
  text: TextParameters,
} as const
type PlainName = keyof typeof schemas

/** The allowed names, for people. */
export const batchOperationNames = [...Object.keys(schemas), `${CATEGORIES}CATEGORIZER`].join(', ')

/**
 * Checks operations and all their parameters before the first picture is analysed; throws `bad-params` with a sentence
 * that names the first mistake.
 */
export function readBatchCalls(operations: BatchOperations): BatchCall[] {
  const named = Object.entries(operations)
  if (named.length === 0) throw badParams(`operations names nothing; there are ${batchOperationNames}`)
  if (named.length > MAX_OPERATIONS)
    throw badParams(`operations has ${named.length} entries; at most ${MAX_OPERATIONS} are taken`)
  return named.map(([name, given]) => ({ name, call: readCall(name, given) }))
}

function readCall(name: string, given: GivenParameters): OperationCall {
  if (name.startsWith(CATEGORIES) && name.length > CATEGORIES.length) {
    check(name, CategoryParameters, given)
    return { operation: 'categories', categorizerId: name.slice(CATEGORIES.length), given }
  }
  if (!isPlain(name)) throw badParams(`operations has "${name.slice(0, 80)}"; there are ${batchOperationNames}`)
  check(name, schemas[name], given)
  if (name === 'croppings' && readParameters(CroppingParameters, given).image_result === 1)
    throw badParams('croppings: image_result is no part of a batch, whose results are texts')
  return { operation: name, given }
}

const isPlain = (name: string): name is PlainName => Object.hasOwn(schemas, name)

/** Unlike in requests, an unknown parameter is refused: otherwise a batch of many hours could turn out useless. */
function check(name: string, schema: z.ZodObject, given: GivenParameters): void {
  const unknown = Object.keys(given).find((parameter) => !Object.hasOwn(schema.shape, parameter))
  if (unknown !== undefined)
    throw badParams(
      `${name} has no parameter "${unknown.slice(0, 80)}"; it has ${Object.keys(schema.shape).join(', ')}`,
    )
  try {
    readParameters(schema, given)
  } catch (error) {
    throw error instanceof AppError
      ? new AppError(error.code, say('network.ofHost', { host: name, reason: error.text }), { cause: error })
      : error
  }
}

const badParams = (sentence: string) => new AppError('bad-params', `${sentence}.`)

/** The answers to the calls of a batch, by their names. */
export function toBatchFindings(calls: readonly BatchCall[], answers: readonly CallAnswer[]): BatchFindings {
  const findings: BatchFindings = { results: {}, errors: {} }
  for (const [n, { name }] of calls.entries()) {
    const answer = answers[n]!
    if (answer.ok) findings.results[name] = resultOf(answer)
    else findings.errors[name] = { code: answer.code, message: inEnglish(answer.message) }
  }
  return findings
}

/** The same fault for every operation: the picture itself was not available. */
export const faultOfAll = (calls: readonly BatchCall[], fault: BatchFault): BatchFindings => ({
  results: {},
  errors: Object.fromEntries(calls.map(({ name }) => [name, fault])),
})

/** As in the operation's endpoint. */
function resultOf(answer: Extract<CallAnswer, { ok: true }>): unknown {
  if (answer.operation !== 'croppings') return answer.value
  const { kind: _, ...records } = answer.value
  return records
}
