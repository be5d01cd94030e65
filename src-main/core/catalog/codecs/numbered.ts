import type { NsfwVerdict, PhotoStatus } from '../../../contract/library/photo.ts'

/** How statuses and verdicts are numbered in the catalogue and in the search index; the order never changes. */
export const statusNames = ['pending', 'ready', 'failed', 'missing'] as const satisfies readonly PhotoStatus[]
export const verdictNames = ['safe', 'underwear', 'nsfw'] as const satisfies readonly NsfwVerdict[]
