import { AppError } from '../../contract/errors.ts'
import type { IndexKey, IndexRow } from '../store/port.ts'

/** Names an index. Each owner (an account of a service, or the library) has its own; nobody sees another's. */
export type IndexName = { owner?: string } & (
  | { kind: 'categories'; categorizerId: string; indexId: string }
  | { kind: 'colors'; indexId: string }
)

/** The owner of indexes that belong to no account. */
export const LIBRARY = 'library'

const MAX_NAME_LENGTH = 128
const MAX_ENTRY_LENGTH = 1024
const MAX_OWNER_LENGTH = 256
/**
 * Begins with a letter or digit of any script, or `_`; inside also `. ~ : @ + -` and spaces; no slash, so that it fits
 * in an address.
 */
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.~:@+ -]*[\p{L}\p{M}\p{N}_.~:@+-])?$/u

/** Checks a name and gives the key it is stored under; equal Unicode texts are the same name. Throws `bad-params`. */
export function toKey(name: IndexName): IndexKey {
  const indexId = checkName('index_id', name.indexId)
  const categorizerId = name.kind === 'categories' ? checkName('categorizer_id', name.categorizerId) : ''
  return { owner: checkOwner(name.owner), kind: name.kind, categorizerId, indexId }
}

/** The name that a key stands for. */
export function nameOf({ owner, kind, categorizerId, indexId }: IndexKey): IndexName {
  return kind === 'colors' ? { owner, kind, indexId } : { owner, kind, categorizerId, indexId }
}

/** Checks the id of an entry: any text of 1 to 1024 characters, kept as it is. */
export function checkEntryId(entryId: string): string {
  return checkText('entry_id', entryId, MAX_ENTRY_LENGTH)
}

/** Checks an owner; the library when absent. */
export function checkOwner(owner: string = LIBRARY): string {
  return checkText('owner', owner, MAX_OWNER_LENGTH)
}

/** How an index is called in messages. */
export function titleOf({
  kind,
  categorizerId,
  indexId,
}: Pick<IndexRow, 'kind' | 'categorizerId' | 'indexId'>): string {
  return kind === 'colors' ? `colour index "${indexId}"` : `index "${indexId}" of categorizer "${categorizerId}"`
}

/** Checks a name that stands in an address; equal Unicode texts give the same. Throws `bad-params`. */
export function checkName(parameter: string, given: string): string {
  const name = checkText(parameter, given, MAX_NAME_LENGTH).normalize('NFC')
  if (NAME.test(name)) return name
  throw new AppError(
    'bad-params',
    `${parameter} "${name}" may hold letters and digits of any script, spaces and _ . ~ : @ + - only, begins with a letter, a digit or _, and does not end with a space.`,
  )
}

function checkText(parameter: string, text: unknown, longest: number): string {
  if (typeof text !== 'string' || text === '')
    throw new AppError('bad-params', `${parameter} is missing: give a text of 1 to ${longest} characters.`)
  if (text.length > longest)
    throw new AppError('bad-params', `${parameter} has ${text.length} characters; at most ${longest} are possible.`)
  if (!text.isWellFormed()) throw new AppError('bad-params', `${parameter} is not valid Unicode text.`)
  return text
}
