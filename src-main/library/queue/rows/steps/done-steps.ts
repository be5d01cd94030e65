import type { StepName } from '../../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT } from '../../../../engines/engine.ts'

/**
 * What was done to a photo: the fingerprint each step was done with. `!` before it says that the step was tried that
 * way and gave nothing, so that it is not asked for again before the step or the file changes.
 */
export type DoneSteps = Partial<Record<StepName, string>>

/** A step as the catalogue knows it; `bit` is its place in the mask of pending steps. */
export type StepRow = { name: StepName; bit: number; fingerprint: string; is_active: number; is_sent: number }

/** True for what a service found. */
export const isRemote = (fingerprint: string) => fingerprint.startsWith('remote:')
/** True for a step that was tried and gave nothing. */
export const isTried = (fingerprint: string) => fingerprint.startsWith('!')
export const triedWith = (fingerprint: string) => `!${fingerprint}`

/** The same text for the same steps, whatever their order. */
export const encodeDone = (done: DoneSteps): string =>
  JSON.stringify(Object.fromEntries(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1))))

export const decodeDone = (content: string): DoneSteps => JSON.parse(content) as DoneSteps

/** The steps that pass, by name and fingerprint. */
export const keepSteps = (done: DoneSteps, isKept: (name: string, fingerprint: string) => boolean): DoneSteps =>
  Object.fromEntries(Object.entries(done).filter(([name, fingerprint]) => isKept(name, fingerprint)))

/**
 * The bits of the steps that are left to do. One step with an outdated result also gives those that once failed a new
 * chance: the photo is opened anyway. A step that is sent does not: while the service is away it stays pending, and the
 * others would be tried round and round.
 */
export function pendingOf(rows: readonly StepRow[], done: DoneSteps): number {
  const active = rows.filter((row) => row.is_active === 1)
  const outdated = active.filter((row) => !isDone(row, done[row.name]))
  if (outdated.length === 0) return 0
  const isOpened = outdated.some(({ is_sent }) => is_sent === 0)
  const again = isOpened ? active.filter(({ name }) => isTried(done[name] ?? '')) : []
  return [...outdated, ...again].reduce((mask, row) => mask | row.bit, 0)
}

/**
 * A service's result counts for either engine; while a service does the step, so does whatever this machine found
 * before.
 */
function isDone({ fingerprint, is_sent }: StepRow, doneWith: string | undefined): boolean {
  if (doneWith === undefined) return false
  if (doneWith === fingerprint || isRemote(doneWith)) return true
  if (is_sent === 0) return doneWith === triedWith(fingerprint)
  return doneWith === triedWith(REMOTE_FINGERPRINT) || !isTried(doneWith)
}
