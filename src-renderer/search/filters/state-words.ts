import type { PhotoStatus, PickFlag } from '../../../src-main/contract/library/photo.ts'

/** What the search language calls a status; in the order of the filter panel. */
export const stateOfStatus: Readonly<Record<PhotoStatus, string>> = {
  ready: 'analysed',
  pending: 'pending',
  failed: 'failed',
  missing: 'missing',
  offline: 'offline',
}

/** The values of `is:` in words. */
export const stateWords: Readonly<Record<string, string>> = {
  analysed: 'Analysed',
  pending: 'Waiting for analysis',
  failed: 'Could not be read',
  missing: 'Missing files',
  offline: 'On a drive that is away',
  undated: 'Without a date',
  located: 'With a position',
  private: 'Private',
  sensitive: 'Sensitive',
}

/** The values of `flag:`, and what they are called. */
export const flagWords: Readonly<Record<PickFlag, { value: string; label: string }>> = {
  1: { value: 'picked', label: 'Picked' },
  0: { value: 'none', label: 'No flag' },
  [-1]: { value: 'rejected', label: 'Rejected' },
}

/** The flag that a value begins, as the search language reads it. */
export const flagOf = (value: string) =>
  Object.values(flagWords).find((flag) => value !== '' && flag.value.startsWith(value.toLowerCase()))

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
