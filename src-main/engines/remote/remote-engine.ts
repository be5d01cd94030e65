import type { RemoteState } from '../../contract/library/remote.ts'
import type { AnalysisOutcome, AnalysisRequest, StepName } from '../../analysis/photo/findings.ts'
import { analysePhoto } from './analyse-photo.ts'
import type { AskAboutParts } from './ask-about.ts'
import type { ConceptLookup } from './findings/name-tags.ts'
import { subjects, type Subject } from './questions/question.ts'
import { v1 } from './questions/v1.ts'
import { createRemoteIndex } from './remote-index.ts'
import type { RemoteEngine, RemoteEngineOptions } from './remote-types.ts'
import { createSession } from './session.ts'
import { RemoteError } from './trouble.ts'
import { createUploads } from './uploads.ts'

/** Changes of the count alone are told at most this often. */
const TELL_MS = 500
/** First pause in milliseconds between two looks at a training. */
const POLL_MS = 2_000

/**
 * The engine that sends some operations to a service and does the rest on this machine. Nothing is sent before the
 * first photo.
 * `similar` rides on categories, which are then asked for too.
 */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { local, choice, memory, log, onState, now = Date.now } = options
  const sent = subjects.filter(
    (subject) =>
      choice.operations.includes(subject) || (subject === 'categories' && choice.operations.includes('similar')),
  )
  const indexPlace =
    choice.operations.includes('similar') && options.index !== undefined
      ? `${choice.address} ${choice.categorizer} ${options.index}`
      : null
  /** What a v1 service knows nothing of is this machine's. */
  const theirs = () => (session.knownVersion() === 'v1' ? sent.filter((subject) => v1.offers.includes(subject)) : sent)
  const notOffered = new Map<Subject, string>()
  const tally = { good: 0 }
  const session = createSession({
    choice,
    credentials: options.credentials,
    memory,
    log,
    timing: options.timing,
    now,
    onChange: () => tell(),
  })
  let concepts: ConceptLookup | null = null
  let asking: Promise<AskAboutParts> | null = null
  let timer: NodeJS.Timeout | undefined
  let told = ''

  const state = (): Omit<RemoteState, 'keptIn'> => ({
    condition: session.gate.condition,
    message: session.gate.message || [...notOffered.values()].join(' '),
    version: session.knownVersion(),
    concurrency: session.limiter.limit,
    spent: session.purse.spent(),
    hasCredentials: session.hasCredentials(),
  })
  const tell = () => {
    const { condition, message, version } = state()
    const mark = JSON.stringify([condition, message, version])
    if (mark !== told) {
      told = mark
      onState?.({ ...state(), keptIn: 'nowhere' })
    } else timer ??= setTimeout(tellLater, TELL_MS).unref()
  }
  const tellLater = () => {
    timer = undefined
    onState?.({ ...state(), keptIn: 'nowhere' })
  }
  const learnToAsk = async (): Promise<AskAboutParts> => {
    const dialect = await session.dialect()
    const place = `${dialect.version} ${choice.uploadSide} ${choice.address}`
    const uploads = createUploads({ dialect, place, memory, asker: session.asker, now })
    const index =
      indexPlace === null || options.index === undefined || dialect.version === 'v1'
        ? undefined
        : { name: options.index, onSaved: (contentHash: string) => memory.noteIndexed(indexPlace, contentHash) }
    return { session, uploads, dialect, memory, place, choice, tally, index }
  }
  /** How to ask, or null where the service cannot be asked now. */
  const howToAsk = async (): Promise<AskAboutParts | null> => {
    if (!session.gate.isOpen()) return null
    try {
      return await (asking ??= learnToAsk())
    } catch (error) {
      asking = null
      if (!(error instanceof RemoteError)) throw error
      session.heed(error)
      return null
    }
  }
  const analyse = async (request: AnalysisRequest): Promise<AnalysisOutcome> => {
    if (!request.steps.some((step) => sent.some((subject) => subject === step))) return local.analyse(request)
    const how = await howToAsk()
    return analysePhoto(request, {
      local,
      asking: how,
      sent: theirs(),
      asked: theirs().filter((subject) => !notOffered.has(subject)),
      fallBack: choice.fallBack,
      uploadSide: choice.uploadSide,
      concepts: () => (concepts ??= options.concepts?.() ?? null),
      onNotOffered(subject, reason) {
        notOffered.set(subject, reason)
        tell()
      },
    })
  }
  const index =
    indexPlace === null || options.index === undefined
      ? null
      : createRemoteIndex({
          local,
          session,
          memory,
          howToAsk,
          place: indexPlace,
          name: options.index,
          choice,
          now,
          pollMs: options.timing?.retryMs ?? POLL_MS,
        })
  const release = async () => {
    clearTimeout(timer)
    index?.close()
    await session.close()
  }
  return {
    steps: () =>
      local.steps().map((step) => (sent.some((subject) => subject === step.name) ? { ...step, isSent: true } : step)),
    info: () => local.info(),
    analyse,
    render: (request, signal) => local.render(request, signal),
    waiting(): StepName[] {
      if (choice.fallBack) return []
      return session.gate.isOpen() ? [...notOffered.keys()] : [...theirs()]
    },
    get concurrency() {
      return local.concurrency + (session.gate.isOpen() ? session.limiter.limit : 0)
    },
    reload: () => local.reload(),
    async close() {
      await release()
      await local.close()
    },
    index,
    windDown: () => session.gate.close(),
    release,
    state,
    retry(credentials) {
      notOffered.clear()
      asking = null
      session.retry(credentials)
      tell()
    },
  }
}
