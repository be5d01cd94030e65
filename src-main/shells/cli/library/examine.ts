import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Diagnosis } from '../../../library/library.ts'
import type { Places } from '../../places.ts'

/**
 * One examined item. `advice` tells what to do, even if all is well but could be better; empty if there is no advice.
 */
export type Check = { name: string; ok: boolean; message: string; advice: string }

/** Checks of the program that need no open library. */
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

/** A diagnosis by a library as a check: only problems are not ok. */
export function toCheck({ area, level, message, advice }: Diagnosis): Check {
  return { name: area, ok: level !== 'problem', message: inEnglish(message), advice: inEnglish(advice) }
}
