import type { StepName } from '../../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT } from '../../../../engines/analysis-engine.ts'

/**
 * The steps done to a photo, each with its fingerprint. A leading `!` means that the step was tried and found nothing,
 * so that it is not requested again before the step or the file changes.
 */
export type DoneSteps = Partial<Record<StepName, string>>

/** A step in the catalogue; `bit` is its position in the mask of pending steps. */
export type StepRow = {
  name: StepName
  bit: number
  fingerprint: string
  is_active: number
  is_sent: number
  is_idle: number
}

/** Bits of the steps that are left to do: those that a person waits for, and those that follow when nothing else is. */
export type LeftToDo = { pending: number; later: number }

/** True for a service's finding. */
export const isRemote = (fingerprint: string) => fingerprint.startsWith('remote:')
/** True for a step that was tried and found nothing. */
export const isTried = (fingerprint: string) => fingerprint.startsWith('!')
export const triedWith = (fingerprint: string) => `!${fingerprint}`

/** The same text for the same steps, whatever their order. */
export const encodeDone = (done: DoneSteps): string =>
  JSON.stringify(Object.fromEntries(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1))))

export const decodeDone = (content: string): DoneSteps => JSON.parse(content) as DoneSteps

/** The steps that pass a test, by name and fingerprint. */
export const keepSteps = (done: DoneSteps, isKept: (name: string, fingerprint: string) => boolean): DoneSteps =>
  Object.fromEntries(Object.entries(done).filter(([name, fingerprint]) => isKept(name, fingerprint)))

/**
 * What is left to do. One step with an outdated result also gives formerly failed ones a new
 * chance: the photo is opened anyway. A step for a service does not: while the service is away it stays pending, and
 * the others would be tried again and again; nor does a step that follows later, for the same reason.
 */
export function leftToDo(rows: readonly StepRow[], done: DoneSteps): LeftToDo {
  const active = rows.filter((row) => row.is_active === 1)
  const outdated = active.filter((row) => !isDone(row, done[row.name]))
  if (outdated.length === 0) return { pending: 0, later: 0 }
  const isOpened = outdated.some(({ is_sent, is_idle }) => is_sent === 0 && is_idle === 0)
  const again = isOpened ? active.filter(({ name }) => isTried(done[name] ?? '')) : []
  const left = [...outdated, ...again]
  const bits = (isIdle: number) => left.reduce((mask, row) => (row.is_idle === isIdle ? mask | row.bit : mask), 0)
  return { pending: bits(0), later: bits(1) }
}

/**
 * A service's result counts for either engine; while a service does the step, so does an earlier result of this
 * machine.
 */
function isDone({ fingerprint, is_sent }: StepRow, doneWith: string | undefined): boolean {
  if (doneWith === undefined) return false
  if (doneWith === fingerprint || isRemote(doneWith)) return true
  if (is_sent === 0) return doneWith === triedWith(fingerprint)
  return doneWith === triedWith(REMOTE_FINGERPRINT) || !isTried(doneWith)
}
