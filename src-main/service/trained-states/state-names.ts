import { randomText } from '../ids/random-text.ts'

/** Prefix of the keys of trained states. */
export const PREFIX = 'snapshots/'

/**
 * The number of its index, a random part and the SHA-256 of its file. The random part distinguishes the states of two
 * trainings with the same result, because the older one is deleted after the other replaced it.
 */
const NAME = /^\d+\/[A-Za-z0-9]{12}-[0-9a-f]{64}\.snapshot$/
const SUM_AND_ENDING = 64 + '.snapshot'.length

/** A new name for the state of an index. */
export const nameFor = (indexRow: number, sha256: string): string => `${indexRow}/${randomText(12)}-${sha256}.snapshot`

export const isStateName = (name: string): boolean => NAME.test(name)
/** The number of a state's index. */
export const indexOf = (name: string): string => name.slice(0, name.indexOf('/'))
/** The name of a state's file by content: its SHA-256 and extension. */
export const contentOf = (name: string): string => name.slice(-SUM_AND_ENDING)
export const keyOf = (name: string): string => `${PREFIX}${name}`
export const nameOfKey = (key: string): string => key.slice(PREFIX.length)
