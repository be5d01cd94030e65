/**
 * Whether two names differ in case or in the form of their accents alone, so that some file systems take them for one.
 */
export const isSameInOtherForm = (a: string, b: string): boolean => a !== b && fold(a) === fold(b)

const fold = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC')
