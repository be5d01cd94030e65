import type {
  AnalysedOutcome,
  AnalysisOutcome,
  AnalysisRequest,
  Findings,
  StepName,
} from '../../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../engine.ts'
import { askAbout, type AskAboutParts, type Photo, type Reply } from './ask-about.ts'
import { merge, type MergeContext } from './findings/merge.ts'
import type { ConceptLookup } from './findings/name-tags.ts'
import type { Answers, Subject } from './questions/question.ts'

/** Subjects that this machine looks at too, because the library needs more than the service tells. */
const doneHereToo: ReadonlySet<StepName> = new Set<Subject>(['categories', 'croppings', 'colors'])

export type AnalyseParts = {
  local: Pick<AnalysisEngine, 'analyse'>
  /** What to ask, and how; null where the service cannot be asked now. */
  asking: AskAboutParts | null
  /** Subjects that are the service's; those it can be asked for now are in `asked`. */
  sent: readonly Subject[]
  asked: readonly Subject[]
  fallBack: boolean
  uploadSide: number
  concepts(): ConceptLookup | null
  /** The service has nothing of this kind. */
  onNotOffered(subject: Subject, reason: string): void
}

/**
 * Analyses one photo here and there: one decode gives the thumbnail, what is found here, and the picture that is sent.
 */
export async function analysePhoto({ path, steps }: AnalysisRequest, parts: AnalyseParts): Promise<AnalysisOutcome> {
  const asked = parts.asking === null ? [] : parts.asked.filter((subject) => steps.includes(subject))
  const unasked = parts.sent.filter((subject) => steps.includes(subject) && !asked.includes(subject))
  const here = steps.filter((step) =>
    isSubject(step, asked) ? doneHereToo.has(step) : !isSubject(step, unasked) || parts.fallBack,
  )
  // The hash also names the answers that were kept for this photo.
  const local = await parts.local.analyse({
    path,
    steps: [...new Set<StepName>(['hash', ...here])],
    ...(asked.length > 0 ? { uploadSide: parts.uploadSide } : {}),
  })
  if (!local.ok) return local
  const replies = await askAll(asked, local.findings, parts)
  const outcome = join(local, replies, parts)
  const postponed = [...unasked, ...(outcome.postponed ?? [])]
  if (parts.fallBack)
    return fallBackTo(
      path,
      outcome,
      [...replies].filter(([, { kind }]) => kind !== 'answer').map(([subject]) => subject),
      parts,
    )
  return postponed.length > 0 ? { ...outcome, postponed } : outcome
}

const isSubject = (step: StepName, list: readonly Subject[]): step is Subject =>
  list.some((subject) => subject === step)

type Replies = ReadonlyMap<Subject, Reply>

async function askAll(
  asked: readonly Subject[],
  { contentHash, upload }: Findings,
  { asking }: AnalyseParts,
): Promise<Replies> {
  if (asking === null || asked.length === 0) return new Map()
  if (contentHash === undefined || upload === undefined)
    return new Map(asked.map((subject) => [subject, { kind: 'failed', reason: 'No picture could be made to send.' }]))
  const photo: Photo = { contentHash, picture: upload }
  return new Map(
    await Promise.all(asked.map(async (subject) => [subject, await askAbout(subject, photo, asking)] as const)),
  )
}

function join(local: AnalysedOutcome, replies: Replies, parts: AnalyseParts): AnalysedOutcome {
  const { upload, ...found } = local.findings
  const findings: Findings = { ...found }
  const warnings = [...local.warnings]
  const remote: StepName[] = []
  const postponed: StepName[] = []
  const size = { width: found.width ?? 0, height: found.height ?? 0 }
  const context: MergeContext = {
    local: found,
    photo: size,
    sent: upload ?? size,
    categorizer: parts.asking?.choice.categorizer ?? '',
    concepts: parts.concepts(),
  }
  for (const [subject, reply] of replies) {
    if (reply.kind === 'answer') {
      Object.assign(findings, mergeAnswer(subject, reply.answer, context))
      remote.push(subject)
    } else if (reply.kind === 'failed') warnings.push(`The service could not do "${subject}": ${reply.reason}`)
    else postponed.push(subject)
    if (reply.kind === 'not-offered') parts.onNotOffered(subject, reply.reason)
  }
  return {
    ok: true,
    findings,
    warnings,
    ...(remote.length > 0 ? { remote } : {}),
    ...(postponed.length > 0 ? { postponed } : {}),
  }
}

/** The reply under a subject is the answer to that subject, which the type of a map cannot say. */
const mergeAnswer = <S extends Subject>(
  subject: S,
  answer: Answers[Subject],
  context: MergeContext,
): Partial<Findings> => merge[subject](answer as Answers[S], context)

/** Does here what the service could not do. Only trouble in the middle of a photo costs it a second decode. */
async function fallBackTo(
  path: string,
  outcome: AnalysedOutcome,
  unanswered: readonly Subject[],
  { local }: AnalyseParts,
): Promise<AnalysisOutcome> {
  const { postponed: _, ...kept } = outcome
  const missing = unanswered.filter((subject) => !doneHereToo.has(subject))
  if (missing.length === 0) return kept
  const again = await local.analyse({ path, steps: missing })
  if (!again.ok) return kept
  return { ...kept, findings: { ...again.findings, ...kept.findings }, warnings: [...kept.warnings, ...again.warnings] }
}
