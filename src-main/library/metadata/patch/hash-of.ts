import { hashBytes } from '../../../base/files/hash.ts'

/** By which contents of files are compared; empty for a file that is not there. */
export const hashOf = (bytes: Buffer | null): string => (bytes === null ? '' : hashBytes(bytes))
