import { several } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import type {
  AnalysisOutcome,
  AnalysisRequest,
  RenderedPicture,
  RenderRequest,
  StepName,
} from '../../analysis/photo/findings.ts'
import type { EngineInfo } from '../../contract/library/models.ts'
import type { RemoteCredentials, EngineChoice } from '../../contract/library/remote.ts'
import type { StepState } from '../analysis-engine.ts'
import type { ConceptLookup } from './findings/name-tags.ts'
import { analysePhoto } from './photo/analyse-photo.ts'
import type { RequestContext } from './photo/request-finding.ts'
import type { RemoteEngine, RemoteEngineOptions } from './remote-types.ts'
import { type PhotoOperation, photoOperations } from './requests/api-version.ts'
import { v1 } from './requests/v1.ts'
import { Session } from './session/session.ts'
import { ServiceIndex } from './similar/service-index.ts'
import { StatePublisher } from './state-publisher.ts'

/** First pause in milliseconds between two checks of a training. */
const POLL_MS = 2_000

/**
 * Creates the engine that sends some operations to a service and does the rest on this machine. It sends nothing before
 * the first photo. `similar` needs categories, which are then requested, too.
 */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  return new ServiceEngine(options)
}

class ServiceEngine implements RemoteEngine {
  readonly index: ServiceIndex | null
  readonly #options: RemoteEngineOptions
  readonly #session: Session
  readonly #publisher: StatePublisher
  /** Operations that the choice assigns to the service. */
  readonly #sent: readonly PhotoOperation[]
  /** Under which place the index for similar photos is remembered, and its name; null if this machine finds them. */
  readonly #indexPlace: IndexPlace | null
  /** Operations that the service turned out not to have, each with a sentence. */
  readonly #notOffered = new Map<PhotoOperation, Text>()
  #concepts: ConceptLookup | null = null

  constructor(options: RemoteEngineOptions) {
    this.#options = options
    const { now = Date.now } = options
    this.#sent = operationsOf(options.choice)
    this.#indexPlace = findIndexPlace(options.choice, options.index)
    this.#publisher = new StatePublisher(() => this.state(), options.onState)
    this.#session = new Session({ ...options, now, onChange: () => this.#publisher.publish() })
    this.index = this.#indexPlace && this.#createIndex(this.#indexPlace, now)
  }

  get concurrency(): number {
    const { local } = this.#options
    return local.concurrency + (this.#session.breaker.allowsRequests ? this.#session.limiter.limit : 0)
  }

  steps(): StepState[] {
    const isServices = (name: StepName) => this.#sent.some((operation) => operation === name)
    return this.#options.local.steps().map((step) => (isServices(step.name) ? { ...step, isSent: true } : step))
  }

  info(): EngineInfo {
    return this.#options.local.info()
  }

  async analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
    const { local, choice } = this.#options
    if (!request.steps.some((step) => this.#sent.some((operation) => operation === step))) return local.analyse(request)
    const requests = await this.#reachService()
    const sent = this.#theirs()
    return analysePhoto(request, {
      ...choice,
      local,
      requests,
      sent,
      offered: sent.filter((operation) => !this.#notOffered.has(operation)),
      concepts: () => (this.#concepts ??= this.#options.concepts?.() ?? null),
      onNotOffered: (operation, reason) => this.#noteNotOffered(operation, reason),
    })
  }

  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture> {
    return this.#options.local.render(request, signal)
  }

  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]> {
    return this.#options.local.cut(request, signal)
  }

  waiting(): StepName[] {
    if (this.#options.choice.fallBack) return []
    return this.#session.breaker.allowsRequests ? [...this.#notOffered.keys()] : [...this.#theirs()]
  }

  state(): ReturnType<RemoteEngine['state']> {
    const { breaker, limiter, budget, knownVersion, hasCredentials } = this.#session
    return {
      condition: breaker.condition,
      message: breaker.message ?? (this.#notOffered.size > 0 ? several([...this.#notOffered.values()]) : null),
      version: knownVersion,
      concurrency: limiter.limit,
      spent: budget.spent(),
      hasCredentials,
    }
  }

  retry(credentials: RemoteCredentials | null): void {
    this.#notOffered.clear()
    this.#session.retry(credentials)
    this.#publisher.publish()
  }

  windDown(): void {
    this.#session.breaker.stop()
  }

  reload(): Promise<void> {
    return this.#options.local.reload()
  }

  async release(): Promise<void> {
    this.#publisher.close()
    this.index?.close()
    await this.#session.close()
  }

  async close(): Promise<void> {
    await this.release()
    await this.#options.local.close()
  }

  /** This machine does the work that a v1 service does not know. */
  #theirs(): readonly PhotoOperation[] {
    if (this.#session.knownVersion !== 'v1') return this.#sent
    return this.#sent.filter((operation) => v1.offers.includes(operation))
  }

  /** Null if the service cannot be asked now. */
  async #reachService(): Promise<RequestContext | null> {
    const { memory, choice } = this.#options
    const service = await this.#session.reach()
    if (service === null) return null
    const target = service.apiVersion.version === 'v1' ? null : this.#indexPlace
    const index = target && {
      name: target.name,
      onSaved: (contentHash: string) => memory.noteIndexed(target.place, contentHash),
    }
    return { session: this.#session, service, memory, choice, index: index ?? undefined }
  }

  #noteNotOffered(operation: PhotoOperation, reason: Text): void {
    this.#notOffered.set(operation, reason)
    this.#publisher.publish()
  }

  #createIndex(target: IndexPlace, now: () => number): ServiceIndex {
    const { local, memory, choice, timing } = this.#options
    const pollMs = timing?.retryMs ?? POLL_MS
    return new ServiceIndex({ ...target, session: this.#session, local, memory, choice, now, pollMs })
  }
}

/** Under which place an index for similar photos is remembered, and its name on the service. */
type IndexPlace = { place: string; name: string }

/** Operations requested for each photo. `similar` needs categories, which are then requested, too. */
function operationsOf({ operations }: Pick<EngineChoice, 'operations'>): PhotoOperation[] {
  const isChosen = (operation: PhotoOperation) =>
    operations.includes(operation) || (operation === 'categories' && operations.includes('similar'))
  return photoOperations.filter(isChosen)
}

/** Null if this machine finds similar photos. */
function findIndexPlace(
  { address, categorizer, operations }: Pick<EngineChoice, 'address' | 'categorizer' | 'operations'>,
  name: string | undefined,
): IndexPlace | null {
  if (name === undefined || !operations.includes('similar')) return null
  return { place: `${address} ${categorizer} ${name}`, name }
}
