import type { z } from 'zod'
import { unescape } from 'node:querystring'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../errors/service-error.ts'

const MAX_PARAMETERS = 1000
/** Parameters that are addresses, which clients often forget to percent-encode. */
const ADDRESSES: ReadonlySet<string> = new Set(['image_url', 'url', 'callback_url'])
const PLAIN_ADDRESS = /^\s*[a-z][a-z0-9+.-]*:\/\//i

type Pair = { name: string; raw: string }

/**
 * Parameters of a query string or a urlencoded form. A repeated parameter becomes a list; malformed percent signs mean
 * themselves. An address that was not percent-encoded is reassembled: following parameters that the route does not know
 * belong to it.
 */
export function parseParameters(text: string, known: ReadonlySet<string>): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.create(null)
  for (const { name, raw } of rejoinAddresses(splitPairs(text), known)) {
    const value = decodeValue(name, raw)
    const before = given[name]
    given[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return given
}

/** Combines query and body; if both have a parameter, the body counts. */
export function mergeParameters(query: GivenParameters, body: GivenParameters): GivenParameters {
  return Object.assign(Object.create(null), query, body)
}

/** The last text value of a parameter, trimmed; null if it is absent or empty. */
export function textOf(given: GivenParameters, name: string): string | null {
  const value = given[name]
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  if (last === undefined || last === null || last === '') return null
  if (typeof last !== 'string') throw new ServiceError(400, `${name} must be text.`)
  return last.trim() || null
}

/** Every text value of a repeated parameter, without empty ones. */
export function textsOf(given: GivenParameters, name: string): string[] {
  const value = given[name]
  const list: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list
    .map((item) => {
      if (typeof item !== 'string') throw new ServiceError(400, `${name} must be text.`)
      return item.trim()
    })
    .filter(Boolean)
}

/** Parameters that the operation knows; the others are dropped. */
export function pickKnown(given: GivenParameters, { shape }: z.ZodObject): GivenParameters {
  return Object.fromEntries(
    Object.keys(shape)
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, given[name]]),
  )
}

function splitPairs(text: string): Pair[] {
  const parts = text.split('&', MAX_PARAMETERS + 1).filter(Boolean)
  if (parts.length > MAX_PARAMETERS)
    throw new ServiceError(400, `The request has more than ${MAX_PARAMETERS} parameters.`)
  return parts.map((part) => {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    return { name: unescape(name.replaceAll('+', ' ')).trim(), raw: equals < 0 ? '' : part.slice(equals + 1) }
  })
}

/** Parts of an address are collected and joined once: appending to a long text a thousand times would take seconds. */
function rejoinAddresses(pairs: readonly Pair[], known: ReadonlySet<string>): Pair[] {
  const joined: { name: string; pieces: string[]; isOpen: boolean }[] = []
  for (const pair of pairs) {
    const { name, raw } = pair
    const before = joined.at(-1)
    if (before?.isOpen && !known.has(name)) before.pieces.push(`${name}=${raw}`)
    else joined.push({ name, pieces: [raw], isOpen: isPlainAddress(pair) && raw.includes('?') })
  }
  return joined.map(({ name, pieces }) => ({ name, raw: pieces.join('&') }))
}

/**
 * In an address without percent-encoding, and in base64 text, a plus sign means itself; otherwise it means a space. The
 * field `image` may contain bytes instead of text, so it stays unchanged.
 */
function decodeValue(name: string, raw: string): string {
  if (name === 'image') return raw
  const keepsPlus = name === 'image_base64' || isPlainAddress({ name, raw })
  return unescape(keepsPlus ? raw : raw.replaceAll('+', ' '))
}

const isPlainAddress = ({ name, raw }: Pair) => ADDRESSES.has(name) && PLAIN_ADDRESS.test(raw)
