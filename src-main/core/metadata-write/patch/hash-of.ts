import { createHash } from 'node:crypto'

/** By which contents of files are compared; empty for a file that is not there. */
export const hashOf = (bytes: Buffer | null): string =>
  bytes === null ? '' : createHash('sha256').update(bytes).digest('hex')
