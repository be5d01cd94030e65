import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type {
  AnalysedOutcome,
  AnalysisOutcome,
  AnalysisRequest,
  Findings,
  StepName,
} from '../../../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../analysis-engine.ts'
import { merge, type MergeContext } from '../findings/merge.ts'
import type { ConceptLookup } from '../findings/name-tags.ts'
import type { Answers, PhotoOperation } from '../requests/api-version.ts'
import type { Photo } from '../session/uploads.ts'
import { requestFinding, type Reply, type RequestContext } from './request-finding.ts'

/** Operations that this machine does, too, because the library needs more than the service returns. */
const doneHereToo: ReadonlySet<StepName> = new Set<PhotoOperation>(['categories', 'croppings', 'colors'])

export type AnalyseContext = {
  local: Pick<AnalysisEngine, 'analyse'>
  /** How to ask; null if the service cannot be asked now. */
  requests: RequestContext | null
  /** Operations assigned to the service; `offered` has those that it can be asked for now. */
  sent: readonly PhotoOperation[]
  offered: readonly PhotoOperation[]
  categorizer: string
  fallBack: boolean
  uploadSide: number
  concepts(): ConceptLookup | null
  /** The service does not offer this operation. */
  onNotOffered(operation: PhotoOperation, reason: Text): void
}

/**
 * Analyses one photo here and on the service. One decode gives the thumbnail, this machine's findings, and the picture
 * that is sent.
 */
export async function analysePhoto(
  { path, steps, known }: AnalysisRequest,
  context: AnalyseContext,
): Promise<AnalysisOutcome> {
  const { requests, sent, offered, fallBack, uploadSide } = context
  const asked = requests === null ? [] : offered.filter((operation) => steps.includes(operation))
  const unasked = sent.filter((operation) => steps.includes(operation) && !asked.includes(operation))
  const here = steps.filter((step) =>
    isOneOf(asked, step) ? doneHereToo.has(step) : !isOneOf(unasked, step) || fallBack,
  )
  const local = await context.local.analyse({
    path,
    // The hash also identifies answers kept for this photo.
    steps: [...new Set<StepName>(['hash', ...here])],
    ...(known && { known }),
    ...(asked.length > 0 ? { uploadSide } : {}),
  })
  if (!local.ok) return local
  const replies = await requestAll(asked, local.findings, requests)
  const outcome = join(local, replies, context)
  if (fallBack) return fallBackTo(path, outcome, unansweredOf(replies), context)
  const postponed = [...unasked, ...(outcome.postponed ?? [])]
  return postponed.length > 0 ? { ...outcome, postponed } : outcome
}

const isOneOf = (list: readonly PhotoOperation[], step: StepName): step is PhotoOperation =>
  list.some((operation) => operation === step)

type Replies = ReadonlyMap<PhotoOperation, Reply>

async function requestAll(
  asked: readonly PhotoOperation[],
  { contentHash, upload }: Findings,
  requests: RequestContext | null,
): Promise<Replies> {
  if (requests === null || asked.length === 0) return new Map()
  if (contentHash === undefined || upload === undefined)
    return new Map(asked.map((operation) => [operation, NO_PICTURE]))
  const photo: Photo = { contentHash, picture: upload }
  const ask = async (operation: PhotoOperation) =>
    [operation, await requestFinding(operation, photo, requests)] as const
  return new Map(await Promise.all(asked.map(ask)))
}

const NO_PICTURE: Reply = { kind: 'failed', reason: say('remote.noPicture') }

/** Merges this machine's and the service's findings into one outcome. */
function join(local: AnalysedOutcome, replies: Replies, context: AnalyseContext): AnalysedOutcome {
  const { upload: _, ...found } = local.findings
  const outcome = { ok: true as const, findings: { ...found } as Findings, warnings: [...local.warnings] }
  const remote: StepName[] = []
  const postponed: StepName[] = []
  const mergeContext = createMergeContext(local.findings, context)
  for (const [operation, reply] of replies) {
    if (reply.kind === 'answer') {
      Object.assign(outcome.findings, mergeAnswer(operation, reply.answer, mergeContext))
      remote.push(operation)
    } else if (reply.kind === 'failed') {
      outcome.warnings.push(say('remote.notDone', { operation, reason: reply.reason }))
    } else postponed.push(operation)
    if (reply.kind === 'not-offered') context.onNotOffered(operation, reply.reason)
  }
  return {
    ...outcome,
    ...(remote.length > 0 ? { remote } : {}),
    ...(postponed.length > 0 ? { postponed } : {}),
  }
}

function createMergeContext({ upload, ...local }: Findings, { categorizer, concepts }: AnalyseContext): MergeContext {
  const photo = { width: local.width ?? 0, height: local.height ?? 0 }
  return { local, photo, sent: upload ?? photo, categorizer, concepts: concepts() }
}

/** The reply under an operation answers that operation, which the type of a map cannot express. */
const mergeAnswer = <O extends PhotoOperation>(
  operation: O,
  answer: Answers[PhotoOperation],
  context: MergeContext,
): Partial<Findings> => merge[operation](answer as Answers[O], context)

const unansweredOf = (replies: Replies): PhotoOperation[] =>
  [...replies].filter(([, { kind }]) => kind !== 'answer').map(([operation]) => operation)

/** Does here what the service could not do. Only an error in the middle of a photo costs a second decode. */
async function fallBackTo(
  path: string,
  outcome: AnalysedOutcome,
  unanswered: readonly PhotoOperation[],
  { local }: AnalyseContext,
): Promise<AnalysisOutcome> {
  const { postponed: _, ...kept } = outcome
  const missing = unanswered.filter((operation) => !doneHereToo.has(operation))
  if (missing.length === 0) return kept
  const again = await local.analyse({ path, steps: missing })
  if (!again.ok) return again.code === 'blocked' ? again : kept
  return { ...kept, findings: { ...again.findings, ...kept.findings }, warnings: [...kept.warnings, ...again.warnings] }
}
