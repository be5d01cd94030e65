import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { expandHome } from '../../places.ts'
import { around } from '../surroundings/run.ts'

/** Replaces bytes that are not UTF-8 in a text. */
const REPLACEMENT = '\uFFFD'

/**
 * The absolute form of a path from a person. Node converts arguments to text, so names that are not UTF-8 become
 * indistinguishable. They are refused with a sentence, because libraries do not contain such names either.
 */
export function toPath(given: string): string {
  const path = resolve(around().cwd, expandHome(given))
  if (!given.includes(REPLACEMENT) || existsSync(path)) return path
  throw new AppError(
    'bad-params',
    `The name "${given}" holds bytes that are not UTF-8, and such files and folders cannot be in a library. Rename it: "convmv" does that for whole folders.`,
  )
}
