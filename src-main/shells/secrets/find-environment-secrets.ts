import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { Secrets } from '../../library/host/secrets.ts'

/** The variable of each secret. */
const VARIABLES: Record<string, string> = {
  'remote.key': 'LUMAFOLD_REMOTE_KEY',
  'remote.secret': 'LUMAFOLD_REMOTE_SECRET',
}
const NAMES = Object.values(VARIABLES).join(' and ')

/**
 * Key and secret from the environment, or null without any. They can only be changed there. Throws `bad-params` if one
 * of the two is missing.
 */
export function findEnvironmentSecrets(environment: NodeJS.ProcessEnv): Secrets | null {
  const given = Object.values(VARIABLES).filter((variable) => environment[variable]?.trim())
  if (given.length === 0) return null
  if (given.length === 1)
    throw new AppError('bad-params', say('remote.oneVariable', { name: given[0] ?? '', names: NAMES }))
  const refuse = async (): Promise<never> => {
    throw new AppError('not-supported-here', say('remote.changeInEnvironment', { names: NAMES }))
  }
  return {
    kind: 'environment',
    note: say('remote.fromEnvironment', { names: NAMES }),
    get: async (name) => environment[VARIABLES[name] ?? '']?.trim() ?? null,
    set: refuse,
    remove: refuse,
  }
}
