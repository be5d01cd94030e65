import { messageOf } from '../../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, Findings, StepName } from '../photo/findings.ts'
import { createCpuMeter, type CpuMeter } from './cpu-meter.ts'
import { DecodeFailure } from '../decode/decode-failure.ts'
import { decodePhoto } from '../decode/decode-photo.ts'
import type { MemoryLimiter } from '../decode/memory-limiter.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import { createCachedDetections } from './cached-detections.ts'
import type { Step } from '../step/step.ts'

export type StepRunner = (request: AnalysisRequest) => Promise<AnalysisOutcome>
export type StepRunnerDependencies = {
  models: Models
  steps: readonly Step[]
  limitMemory?: MemoryLimiter
  meter?: CpuMeter
}

/**
 * Creates the function that analyses a photo in this process: one decode, then the requested steps in order. It never
 * rejects. A step that throws loses only its own findings: a warning names it, and the catalogue runs it again, at most
 * a few times.
 */
export function createStepRunner({
  models,
  steps,
  limitMemory,
  meter = createCpuMeter(),
}: StepRunnerDependencies): StepRunner {
  return async ({ path, steps: requested, uploadSide }) => {
    const timings: Record<string, number> = {}
    const timed = <T>(name: string, work: () => Promise<T>) =>
      meter.measure(work, (milliseconds) => (timings[name] = milliseconds))
    try {
      const photo = await timed('decode', () => decodePhoto(path, { limitMemory, uploadSide }))
      const { findings, failures } = await runAll(photo, models, chooseSteps(steps, requested), timed)
      return {
        ok: true,
        findings: {
          ...findings,
          ...(photo.upload ? { upload: photo.upload, width: photo.width, height: photo.height } : {}),
          timings,
        },
        warnings: [...photo.warnings, ...failures],
      }
    } catch (error) {
      return describeFailure(error)
    }
  }
}

type Timed = <T>(name: StepName, work: () => Promise<T>) => Promise<T>

async function runAll(
  photo: DecodedPhoto,
  models: Models,
  steps: readonly Step[],
  timed: Timed,
): Promise<{ findings: Findings; failures: string[] }> {
  const findings: Findings = {}
  const failures: string[] = []
  const detections = createCachedDetections(photo, models)
  for (const step of steps) {
    try {
      Object.assign(findings, await timed(step.name, () => step.run({ photo, models, found: findings, detections })))
    } catch (error) {
      failures.push(`The step "${step.name}" failed: ${messageOf(error)}`)
    }
  }
  return { findings, failures }
}

const chooseSteps = (steps: readonly Step[], requested: readonly StepName[]): Step[] =>
  steps.filter(({ name }) => requested.includes(name))

function describeFailure(error: unknown): AnalysisOutcome {
  if (error instanceof DecodeFailure) return { ok: false, code: error.code, reason: error.message }
  return {
    ok: false,
    code: 'damaged',
    reason: `The picture cannot be decoded (${messageOf(error)}).`,
  }
}
