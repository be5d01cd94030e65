import { hashBytes } from '../../../base/files/hash.ts'

/** Hash for comparing contents of files; empty for a missing file. */
export const hashOf = (bytes: Buffer | null): string => (bytes === null ? '' : hashBytes(bytes))
