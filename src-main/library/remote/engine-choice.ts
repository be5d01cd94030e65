import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import { EngineChoice } from '../../contract/library/remote.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'

const CHOICE_KEY = 'remote.choice'

/** The saved engine of a library; the local engine if none was saved or it is not understood. */
export function readChoice(settings: Pick<Catalog['settings'], 'getState'>, log: Log): EngineChoice {
  const saved = settings.getState(CHOICE_KEY)
  const parsed = EngineChoice.safeParse(saved === null ? {} : JSON.parse(saved))
  if (parsed.success) return parsed.data
  log.warn('The saved choice of the engine is not understood; the local engine is used', {
    problem: parsed.error.issues[0]?.message,
  })
  return EngineChoice.parse({})
}

export function saveChoice(settings: Pick<Catalog['settings'], 'setState'>, choice: EngineChoice): void {
  settings.setState(CHOICE_KEY, JSON.stringify(choice))
}

/** The choice with its address in the usual form. Throws `bad-params` with the problem. */
export function checkChoice(given: unknown): EngineChoice {
  const choice = EngineChoice.parse(given)
  // Key and secret are kept for an address: a wrong one is refused before they are, also while it is not in use.
  if (choice.engine === 'local' && choice.address === '') return choice
  const address = URL.parse(choice.address)
  if (address === null || !['http:', 'https:'].includes(address.protocol))
    throw new AppError('bad-params', say('remote.addressScheme'))
  if (address.username !== '' || address.password !== '') throw new AppError('bad-params', say('remote.addressSecret'))
  if (address.search !== '' || address.hash !== '') throw new AppError('bad-params', say('remote.addressQuery'))
  return { ...choice, address: address.href.replace(/(\/v[12])?\/*$/, '') }
}
