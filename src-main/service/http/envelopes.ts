import { errorTypes, type ServiceError } from '../errors/service-error.ts'
import type { Answer, Version } from './route.ts'

/** A successful v2 answer. */
export const success = (result: unknown): Answer => ({ json: { result, status: { type: 'success', text: '' } } })

/** A successful v2 answer without a result. */
export const done: Answer = { json: { status: { type: 'success', text: '' } } }

/** The body of an error in each version. */
export function describeError({ status, message }: ServiceError, version: Version): object {
  if (version === 'v1') return { status: 'error', type: errorTypes[status], message }
  return { result: {}, status: { type: 'error', text: message } }
}

/** The version of an address; addresses outside both are answered as v2. */
export const versionOf = (url: string): Version => (/^\/v1(?:[/?]|$)/.test(url) ? 'v1' : 'v2')
