import { say } from '../../contract/sentences/say.ts'
import PQueue from 'p-queue'
import { AppError } from '../../contract/errors.ts'
import type { EngineChoice, RemoteCredentials, RemoteState, RemoteTest } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { RemoteEngine } from '../../engines/remote/remote-types.ts'
import type { RemoteIndex } from '../../engines/remote/similar/remote-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { checkChoice, readChoice, saveChoice } from './engine-choice.ts'
import type { KeptCredentials } from './kept-credentials.ts'

export type RemoteControllerDependencies = {
  settings: Pick<Catalog['settings'], 'getState' | 'setState'>
  credentials: KeptCredentials
  local: AnalysisEngine
  createRemote(choice: EngineChoice, credentials: RemoteCredentials | null, onState: () => void): RemoteEngine
  test(choice: EngineChoice, credentials: RemoteCredentials): Promise<RemoteTest>
  /** Puts an engine in place while no photo is in progress. */
  use(engine: AnalysisEngine): Promise<void>
  /** The number of analyses requested this month. */
  spent(): number
  /** Called whenever `state()` may have changed; the service may be asked again. */
  onState(state: RemoteState): void
  log: Log
}

/** A person's choice between this machine and a service, and the state of the service. */
export class RemoteController {
  readonly #dependencies: RemoteControllerDependencies
  readonly #credentials: KeptCredentials
  /** Engines change one after the other. */
  readonly #changes = new PQueue({ concurrency: 1 })
  /** The engine to start with, of the library's saved choice. */
  readonly engine: AnalysisEngine
  #choice: EngineChoice
  #remote: RemoteEngine | null = null

  constructor(dependencies: RemoteControllerDependencies) {
    this.#dependencies = dependencies
    this.#credentials = dependencies.credentials
    this.#choice = readChoice(dependencies.settings, dependencies.log)
    this.engine = this.#createEngine()
  }

  choice(): EngineChoice {
    return this.#choice
  }

  /** Saves the change and switches to the chosen engine once the photos in progress are done. Throws `bad-params`. */
  async setChoice(change: Partial<EngineChoice>): Promise<EngineChoice> {
    const next = checkChoice({ ...this.#choice, ...change })
    saveChoice(this.#dependencies.settings, next)
    this.#choice = next
    await this.#credentials.adopt(next.address)
    await this.#changes.add(() => this.#changeEngine())
    return this.#choice
  }

  state(): RemoteState {
    const keptIn = this.#credentials.keptIn()
    if (this.#remote !== null) return { ...this.#explain(this.#remote.state()), keptIn }
    return {
      condition: 'off',
      message: null,
      version: null,
      concurrency: 1,
      spent: this.#dependencies.spent(),
      hasCredentials: this.#credentials.of(this.#choice.address) !== null,
      keptIn,
    }
  }

  /** The service's index of similar photos; null if this machine finds them alone. */
  index(): RemoteIndex | null {
    return this.#remote?.index ?? null
  }

  /**
   * Asks the service for its identity, with the given or the stored credentials; costs nothing. Throws an AppError with
   * a remedy.
   */
  test(change: Partial<EngineChoice> = {}, given?: RemoteCredentials): Promise<RemoteTest> {
    const choice = checkChoice({ ...this.#choice, ...change, engine: 'remote' })
    const credentials = given ?? this.#credentials.of(choice.address)
    if (credentials === null) throw new AppError('bad-params', say('remote.enterFirst'))
    return this.#dependencies.test(choice, credentials)
  }

  /** Keeps key and secret for the present address. */
  async setCredentials(credentials: RemoteCredentials): Promise<RemoteState> {
    await this.#credentials.keep(this.#choice.address, credentials)
    return this.#useCredentials()
  }

  async forgetCredentials(): Promise<RemoteState> {
    await this.#credentials.forget()
    return this.#useCredentials()
  }

  /** The person fixed something: continues at once. */
  retry(): RemoteState {
    this.#remote?.retry(this.#credentials.of(this.#choice.address))
    return this.state()
  }

  #createEngine(): AnalysisEngine {
    const credentials = this.#credentials.of(this.#choice.address)
    this.#remote =
      this.#choice.engine === 'remote'
        ? this.#dependencies.createRemote(this.#choice, credentials, () => this.#publish())
        : null
    return this.#remote ?? this.#dependencies.local
  }

  async #changeEngine(): Promise<void> {
    const former = this.#remote
    former?.windDown()
    await this.#dependencies.use(this.#createEngine())
    await former?.release()
    this.#publish()
  }

  #useCredentials(): RemoteState {
    this.retry()
    this.#publish()
    return this.state()
  }

  #publish(): void {
    this.#dependencies.onState(this.state())
  }

  /** The state with the reason why stored credentials are not used, if they are not. */
  #explain(state: Omit<RemoteState, 'keptIn'>): Omit<RemoteState, 'keptIn'> {
    const reason =
      this.#credentials.problem() ??
      (this.#credentials.areForAnother(this.#choice.address) ? say('remote.otherAddress') : null)
    return state.condition === 'no-credentials' && reason !== null ? { ...state, message: reason } : state
  }
}
