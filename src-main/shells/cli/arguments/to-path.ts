import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { expandHome } from '../../places.ts'
import { around } from '../surroundings/run.ts'

/** What stands in a text for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD'

/**
 * The absolute path that a person named. Node gives arguments as text, so that a name of other bytes than UTF-8 cannot
 * be told apart from others of its kind; it is refused with a sentence, since no library holds such names either.
 */
export function toPath(given: string): string {
  const path = resolve(around().cwd, expandHome(given))
  if (!given.includes(REPLACEMENT) || existsSync(path)) return path
  throw new AppError(
    'bad-params',
    `The name "${given}" holds bytes that are not UTF-8, and such files and folders cannot be in a library. Rename it: "convmv" does that for whole folders.`,
  )
}
