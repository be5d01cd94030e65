import { say } from '../../contract/sentences/say.ts'
import type { Failure } from './run-operation.ts'

/** Failures that are named; the rest is counted. */
const MOST_NAMED = 3

/** What stays where it is, in sentences without the last full stop; empty where nothing does. */
export function countFailures(failures: readonly Failure[]): string {
  const named = failures
    .slice(0, MOST_NAMED)
    .map(({ path, reason }) => say('reversals.fileStays', { path, reason: reason.replace(/\.$/, '') }))
  const rest = failures.length - named.length
  return [...named, ...(rest > 0 ? [say('reversals.moreStay', { count: rest })] : [])].join('. ')
}
