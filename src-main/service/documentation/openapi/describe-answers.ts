import { Language } from '../../../contract/analysis/language.ts'
import { errorTypes, type ErrorStatus } from '../../errors/service-error.ts'
import type { Route, Version } from '../../http/route.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import type { MediaType, Operation, Response } from './open-api-types.ts'
import { schemaOf } from '../schemas/schema-of.ts'

/** Statuses of errors that every route can return. */
const EVERYWHERE: readonly ErrorStatus[] = [401, 406, 429, 500, 503]

const meanings: Record<ErrorStatus, string> = {
  400: 'The request is malformed, or a parameter is missing or wrong; the text names it.',
  401: 'The Authorization header is missing, malformed or wrong.',
  403: 'A limit of the plan is reached: the analyses of the day or month are used up.',
  404: 'The endpoint does not exist, or nothing is known under this id.',
  405: 'The method is not possible here; `Allow` names those that are.',
  406: 'The Accept header admits no JSON.',
  410: 'It was there, and is no longer: deleted, or older than 24 hours.',
  413: 'The picture or the body is too large.',
  415: 'The Content-Type is not understood.',
  429: 'Too many requests of the account at once; wait as `Retry-After` says and ask again.',
  500: 'A fault of the service; its log knows the request by `X-Request-Id`.',
  503: 'The service is full or stopping, or a model is missing; `Retry-After` says when to ask again.',
}

/** Every error status with its meaning. */
export const errorMeanings = Object.entries(meanings).map(([status, meaning]) => ({
  status: Number(status) as ErrorStatus,
  meaning,
  type: errorTypes[Number(status) as ErrorStatus],
}))

/** The answers of a route, good and bad; `sample` is a good one, or undefined. */
export function describeAnswers(route: Route, sample: unknown): Operation['responses'] {
  const statuses = [...new Set([...route.statuses, ...EVERYWHERE])].sort((a, b) => a - b)
  const errors = statuses.map((status) => [
    String(status),
    { $ref: `#/components/responses/${nameOfError(route.version, status)}` },
  ])
  return { '200': describeSuccess(route, sample), ...Object.fromEntries(errors) }
}

/** Error answers of both versions, by name. */
export function describeErrors(): Record<string, Response> {
  const versions: readonly Version[] = ['v1', 'v2']
  return Object.fromEntries(
    versions.flatMap((version) =>
      errorMeanings.map(({ status, meaning }) => [
        nameOfError(version, status),
        describeError(version, status, meaning),
      ]),
    ),
  )
}

/** Schemas that answers share. */
export const sharedSchemas: Record<string, JsonSchema> = {
  Language: { type: 'string', description: 'Code of a language.', enum: Language.options },
  Status: {
    type: 'object',
    description: 'Whether a request succeeded, and why not.',
    required: ['type', 'text'],
    properties: {
      type: { type: 'string', enum: ['success', 'error'] },
      text: { type: 'string', description: 'What is wrong and what to do; empty on success.' },
    },
  },
  ErrorV2: {
    type: 'object',
    required: ['status'],
    properties: { result: { type: 'object' }, status: { $ref: '#/components/schemas/Status' } },
  },
  ErrorV1: {
    type: 'object',
    required: ['status', 'type', 'message'],
    properties: {
      status: { const: 'error' },
      type: { type: 'string', enum: Object.values(errorTypes) },
      message: { type: 'string', description: 'What is wrong and what to do.' },
    },
  },
}

const nameOfError = (version: Version, status: ErrorStatus): string => `${version}_${status}_${errorTypes[status]}`

function describeError(version: Version, status: ErrorStatus, meaning: string): Response {
  const example =
    version === 'v1'
      ? { status: 'error', type: errorTypes[status], message: 'What is wrong.' }
      : { result: {}, status: { type: 'error', text: 'What is wrong.' } }
  const header = { 401: 'WWW-Authenticate', 405: 'Allow', 429: 'Retry-After', 503: 'Retry-After' }[status as number]
  return {
    description: meaning,
    ...(header !== undefined && { headers: { [header]: { $ref: `#/components/headers/${header}` } } }),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/Error${version.toUpperCase()}` }, example },
    },
  }
}

function describeSuccess(route: Route, sample: unknown): Response {
  const pictures = (route.pictureTypes ?? []).map((type): [string, MediaType] => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ])
  const json = { schema: envelope(route), ...(sample !== undefined && { example: sample }) }
  return { description: 'Success.', content: { 'application/json': json, ...Object.fromEntries(pictures) } }
}

/** v2 wraps a result in an envelope; v1 answers with the whole. A result without fields is left out. */
function envelope({ version, result }: Route): JsonSchema {
  const schema = schemaOf(result, 'output')
  if (version === 'v1') return schema
  const status = { $ref: '#/components/schemas/Status' }
  if (schema.properties !== undefined && Object.keys(schema.properties).length === 0)
    return { type: 'object', required: ['status'], properties: { status } }
  return { type: 'object', required: ['result', 'status'], properties: { result: schema, status } }
}
