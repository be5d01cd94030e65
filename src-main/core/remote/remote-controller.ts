import { AppError } from '../../contract/errors.ts'
import { EngineChoice, type RemoteState, type RemoteTest } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { RemoteCredentials, RemoteEngine, RemoteIndex } from '../../engines/remote/remote-types.ts'
import type { Log } from '../host.ts'
import type { KeptCredentials } from './kept-credentials.ts'

/** Where a person chooses between this machine and a service, and sees how the service stands. */
export type RemoteController = {
  choice(): EngineChoice
  /** Keeps the change and puts the chosen engine in place once the photos under way are done. Throws `bad-params`. */
  setChoice(change: Partial<EngineChoice>): Promise<EngineChoice>
  state(): RemoteState
  /**
   * Asks the service who it is, with what is given or else with what is kept; pays for nothing. Throws an AppError that
   * says what to do.
   */
  test(choice?: Partial<EngineChoice>, credentials?: RemoteCredentials): Promise<RemoteTest>
  /** Keeps key and secret for the present address. */
  setCredentials(credentials: RemoteCredentials): Promise<RemoteState>
  forgetCredentials(): Promise<RemoteState>
  /** The service's index of similar photos; null where this machine finds them alone. */
  index(): RemoteIndex | null
  /** The person mended something: goes on at once. */
  retry(): RemoteState
}

export type RemoteControllerDependencies = {
  settings: { getState(key: string): string | null; setState(key: string, value: string | null): void }
  credentials: KeptCredentials
  local: AnalysisEngine
  makeEngine(choice: EngineChoice, credentials: RemoteCredentials | null, onState: () => void): RemoteEngine
  test(choice: EngineChoice, credentials: RemoteCredentials): Promise<RemoteTest>
  /** Puts an engine in place while no photo is under way. */
  use(engine: AnalysisEngine): Promise<void>
  /** The service may be asked again: work goes on. */
  onReady(): void
  /** How many analyses were asked for this month. */
  spent(): number
  /** Goes out whenever `state()` may have changed. */
  tell(state: RemoteState): void
  log: Log
}

const CHOICE_KEY = 'remote.choice'

/** Creates the desk with the engine that the library's choice names; `engine` is the one to begin with. */
export function createRemoteController(
  parts: RemoteControllerDependencies,
): RemoteController & { engine: AnalysisEngine } {
  const { settings, credentials, local, log } = parts
  let choice = readChoice(settings, log)
  let remote: RemoteEngine | null = null
  /** Engines change one after the other. */
  let changes: Promise<void> = Promise.resolve()

  const state = (): RemoteState => {
    const keptIn = credentials.keptIn()
    if (remote !== null) return { ...withReason(remote.state()), keptIn }
    return {
      condition: 'off',
      message: '',
      version: null,
      concurrency: 1,
      spent: parts.spent(),
      hasCredentials: credentials.of(choice.address) !== null,
      keptIn,
    }
  }
  const withReason = (of: Omit<RemoteState, 'keptIn'>) => {
    const reason =
      credentials.problem() ||
      (credentials.areForAnother(choice.address)
        ? 'Key and secret are kept for another address; enter them again for this one.'
        : '')
    return of.condition === 'no-credentials' && reason !== '' ? { ...of, message: reason } : of
  }
  const tell = () => {
    parts.tell(state())
    parts.onReady()
  }
  const make = () => {
    remote = choice.engine === 'remote' ? parts.makeEngine(choice, credentials.of(choice.address), tell) : null
    return remote ?? local
  }
  const putInPlace = async () => {
    const former = remote
    former?.windDown()
    const engine = make()
    await parts.use(engine)
    await former?.release()
    tell()
  }
  const afterCredentials = () => {
    remote?.retry(credentials.of(choice.address))
    tell()
    return state()
  }
  const engine = make()
  return {
    engine,
    choice: () => choice,
    async setChoice(change) {
      const next = checkChoice({ ...choice, ...change })
      settings.setState(CHOICE_KEY, JSON.stringify(next))
      choice = next
      await credentials.adopt(choice.address)
      const done = changes.then(putInPlace)
      // Whoever asked for this change hears of it; the next one is not kept from it.
      changes = done.catch(() => undefined)
      await done
      return choice
    },
    state,
    index: () => remote?.index ?? null,
    test(change, given) {
      const asked = checkChoice({ ...choice, ...change, engine: 'remote' })
      const used = given ?? credentials.of(asked.address)
      if (used === null) throw new AppError('bad-params', 'Enter the key and the secret of the service first.')
      return parts.test(asked, used)
    },
    async setCredentials(given) {
      await credentials.keep(choice.address, given)
      return afterCredentials()
    },
    async forgetCredentials() {
      await credentials.forget()
      return afterCredentials()
    },
    retry() {
      remote?.retry(credentials.of(choice.address))
      return state()
    },
  }
}

function readChoice(settings: RemoteControllerDependencies['settings'], log: Log): EngineChoice {
  const kept = settings.getState(CHOICE_KEY)
  const parsed = EngineChoice.safeParse(kept === null ? {} : JSON.parse(kept))
  if (parsed.success) return parsed.data
  log.warn('The kept choice of the engine is not understood; the local engine is used', {
    problem: parsed.error.issues[0]?.message,
  })
  return EngineChoice.parse({})
}

/** Throws `bad-params` that names what is wrong. */
function checkChoice(given: unknown): EngineChoice {
  const choice = EngineChoice.parse(given)
  if (choice.engine === 'local') return choice
  const address = URL.parse(choice.address)
  if (address === null || !['http:', 'https:'].includes(address.protocol))
    throw new AppError('bad-params', 'The address of the service must begin with https:// or http://.')
  if (address.username !== '' || address.password !== '')
    throw new AppError('bad-params', 'Key and secret do not belong into the address; enter them in their own fields.')
  if (address.search !== '' || address.hash !== '')
    throw new AppError('bad-params', 'The address of the service has no "?" and no "#".')
  return { ...choice, address: address.href.replace(/(\/v[12])?\/*$/, '') }
}
