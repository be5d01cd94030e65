import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import type { AnalysedOutcome, AnalysisOutcome } from '../../../src-main/analysis/photo/findings.ts'

/** The outcome of a photo that could be read; anything else fails the test. */
export function good(outcome: AnalysisOutcome): AnalysedOutcome {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${inEnglish(outcome.reason)}`)
  return outcome
}
