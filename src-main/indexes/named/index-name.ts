import { AppError } from '../../contract/errors.ts'
import type { IndexKey, IndexRow } from '../store/port.ts'

/** Names an index. Each owner (an account of a service, or the library) has its own indexes and sees no others. */
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
 * Begins with a letter or digit of any script, or `_`; inside also `. ~ : @ + -` and spaces. It has no slash, so that
 * it fits in an address.
 */
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.~:@+ -]*[\p{L}\p{M}\p{N}_.~:@+-])?$/u

/** Checks a name and returns its storage key; equal Unicode texts are the same name. Throws `bad-params`. */
export function toKey(name: IndexName): IndexKey {
  const indexId = checkName('index_id', name.indexId)
  const categorizerId = name.kind === 'categories' ? checkName('categorizer_id', name.categorizerId) : ''
  return { owner: checkOwner(name.owner), kind: name.kind, categorizerId, indexId }
}

/** The name of a key. */
export function nameOf({ owner, kind, categorizerId, indexId }: IndexKey): IndexName {
  return kind === 'colors' ? { owner, kind, indexId } : { owner, kind, categorizerId, indexId }
}

/** Checks the id of an entry: any text of 1 to 1024 characters. Returns it unchanged. */
export function checkEntryId(entryId: string): string {
  return checkText('entry_id', entryId, MAX_ENTRY_LENGTH)
}

/** Checks an owner, by default the library. */
export function checkOwner(owner: string = LIBRARY): string {
  return checkText('owner', owner, MAX_OWNER_LENGTH)
}

/** How messages call an index. */
export function titleOf({
  kind,
  categorizerId,
  indexId,
}: Pick<IndexRow, 'kind' | 'categorizerId' | 'indexId'>): string {
  return kind === 'colors' ? `colour index "${indexId}"` : `index "${indexId}" of categorizer "${categorizerId}"`
}

/** Checks a name that is part of an address; returns the same for equal Unicode texts. Throws `bad-params`. */
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
