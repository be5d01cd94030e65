import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnosis } from '../../../core/core.ts'
import type { Places } from '../../places.ts'

/**
 * Something looked at. `advice` says what to do, also where all is well but could be better; empty where there is
 * nothing to say.
 */
export type Check = { name: string; ok: boolean; message: string; advice: string }

/** What can be said of the program without opening a library. */
export function examineMachine(places: Places): Check[] {
  const isBuilt = existsSync(join(places.rendererDir, 'index.html'))
  return [
    {
      name: 'program',
      ok: true,
      message: `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
      advice: '',
    },
    {
      name: 'window',
      ok: true,
      message: isBuilt ? 'built' : 'not built yet',
      advice: isBuilt ? '' : 'Run "npm run setup" before "lumafold serve"; the command line does not need it.',
    },
  ]
}

/** What a library says of itself, as a check: only problems are not all right. */
export function toCheck({ area, level, message, advice }: Diagnosis): Check {
  return { name: area, ok: level !== 'problem', message, advice }
}
