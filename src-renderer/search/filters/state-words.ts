import { labelled, type MessageKey, t } from '../../locales/messages.ts'
import type { PhotoStatus, PickFlag } from '../../../src-main/contract/library/photo.ts'

/** The search language's words for a status, in the order of the filter panel. */
export const stateOfStatus: Readonly<Record<PhotoStatus, string>> = {
  ready: 'analysed',
  pending: 'pending',
  failed: 'failed',
  missing: 'missing',
  offline: 'offline',
}

/** Labels of the values of `is:`. */
export const stateWords: Readonly<Record<string, string>> = labelled({
  analysed: 'search.analysed',
  pending: 'search.waiting',
  failed: 'search.couldNotRead',
  missing: 'search.missingFiles',
  offline: 'search.onAwayDrive',
  undated: 'search.withoutDate',
  located: 'search.withPosition',
  cropped: 'search.cropped',
  private: 'search.private',
  sensitive: 'search.sensitive',
})

/** Labels of the values of `flag:`. */
export const flagWords: Readonly<Record<PickFlag, { value: string; label: string }>> = {
  1: labelled({ label: 'search.picked' }, { value: 'picked' }),
  0: labelled({ label: 'search.noFlag' }, { value: 'none' }),
  [-1]: labelled({ label: 'search.rejected' }, { value: 'rejected' }),
}

/** The flag that a value is a prefix of, as the search language reads it. */
export const flagOf = (value: string) =>
  Object.values(flagWords).find((flag) => value !== '' && flag.value.startsWith(value.toLowerCase()))

const eyes: Readonly<Record<string, MessageKey>> = { closed: 'search.eyesClosed', open: 'search.eyesOpen' }
/** `Eyes closed`; an unknown value is returned as it is. */
export function nameOfEyes(value: string): string {
  const key = eyes[value]
  return key === undefined ? capitalised(value) : t(key)
}

const orientations: Readonly<Record<string, MessageKey>> = {
  landscape: 'search.landscape',
  portrait: 'search.portrait',
  square: 'search.square',
  panorama: 'search.panorama',
}
/** `Landscape`; an unknown value is returned as it is. */
export function nameOfOrientation(orientation: string): string {
  const key = orientations[orientation]
  return key === undefined ? capitalised(orientation) : t(key)
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
