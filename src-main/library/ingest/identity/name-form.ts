/**
 * Whether two names differ only in case or in the form of their accents, so that some file systems treat them as one.
 */
export const isSameInOtherForm = (a: string, b: string): boolean => a !== b && fold(a) === fold(b)

const fold = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC')
