import type { Step } from './step.ts'
import { hashStep } from './steps/hash.ts'
import { previewStep } from './steps/preview.ts'

/** Every step of the local engine. A new step is one file in `steps/` and one line here; `stepNames` in engine.ts gives the order. */
export const steps: readonly Step[] = [hashStep, previewStep]
