import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { messageOf, textOf } from '../../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, FailedOutcome, Findings, StepName } from '../photo/findings.ts'
import { createCpuMeter, type CpuMeter } from './cpu-meter.ts'
import { DecodeFailure, NoPicture } from '../decode/decode-failure.ts'
import { openPhoto, type OpenPhoto } from '../decode/decode-photo.ts'
import type { MemoryLimiter } from '../decode/memory-limiter.ts'
import type { ReadWatch } from '../decode/read-watch.ts'
import type { Models } from '../models/runtime/tasks.ts'
import { asBlocked } from '../photo/blocked.ts'
import { WORKING_SIDE, type ReadPhoto } from '../photo/photo.ts'
import { createCachedDetections } from './create-cached-detections.ts'
import { TagTrace } from '../step/tag-trace.ts'
import type { FileStep, PictureStep, Step } from '../step/step.ts'

export type StepRunner = (request: AnalysisRequest) => Promise<AnalysisOutcome>
export type StepRunnerDependencies = {
  models: Models
  steps: readonly Step[]
  limitMemory?: MemoryLimiter
  watch?: ReadWatch
  meter?: CpuMeter
}

/**
 * Creates the function that analyses a photo in this process: one decode, then the requested steps in order. Steps
 * about the file come first, and if no others are requested, nothing is decoded. It never rejects. A step that throws
 * loses only its own findings: a warning names it, and the catalogue runs it again, at most a few times.
 */
export function createStepRunner({
  models,
  steps,
  limitMemory,
  watch,
  meter = createCpuMeter(),
}: StepRunnerDependencies): StepRunner {
  return async (request) => {
    const timings: Record<string, number> = {}
    const timed: Timed = (name, work) =>
      meter.measure(work, (milliseconds) => (timings[name] = (timings[name] ?? 0) + milliseconds))
    const run = new PhotoRun(models, timed)
    const outcome = await run.analyse(request, steps, { limitMemory, watch })
    return outcome.ok ? { ...outcome, findings: { ...outcome.findings, timings } } : outcome
  }
}

type Timed = <T>(name: StepName | 'decode', work: () => Promise<T>) => Promise<T>

/** A JPEG decoder does less for a smaller picture, so no more pixels are decoded than some step needs. */
const sideFor = (steps: readonly PictureStep[]): number =>
  steps.length === 0 ? WORKING_SIDE : Math.max(...steps.map(({ side = WORKING_SIDE }) => side))

/** The analysis of one photo. */
class PhotoRun {
  readonly #models: Models
  readonly #timed: Timed
  readonly #findings: Findings = {}
  readonly #warnings: Text[] = []

  constructor(models: Models, timed: Timed) {
    this.#models = models
    this.#timed = timed
  }

  async analyse(
    { path, steps: requested, uploadSide, explain, known }: AnalysisRequest,
    steps: readonly Step[],
    options: Pick<StepRunnerDependencies, 'limitMemory' | 'watch'>,
  ): Promise<AnalysisOutcome> {
    const asked = steps.filter(({ name }) => requested.includes(name))
    const ofPicture = asked.filter((step) => !step.isAboutFile)
    const isFine = ofPicture.some(({ readsFine }) => readsFine === true)
    const side = sideFor(ofPicture)
    let photo: OpenPhoto | undefined
    try {
      photo = await this.#timed('decode', () => openPhoto(path, { ...options, uploadSide, isFine, side }))
      const opened = await this.#runOnFile(
        photo,
        asked.filter((step) => step.isAboutFile === true),
      )
      if (!opened.ok) throw opened.error
      if (ofPicture.length > 0 || uploadSide !== undefined)
        await this.#runOnPicture(photo, ofPicture, { explain, known })
      return { ok: true, findings: this.#findings, warnings: this.#warnings }
    } catch (error) {
      const blocked = asBlocked(error)
      if (blocked !== null) return { ok: false, code: 'blocked', by: blocked.by, reason: blocked.text }
      return { ...describeFailure(error), findings: this.#findings }
    } finally {
      photo?.giveBack()
    }
  }

  /** Findings about the file remain, even if its picture cannot be opened. */
  async #runOnFile(
    photo: OpenPhoto,
    steps: readonly FileStep[],
  ): Promise<{ ok: true } | { ok: false; error: unknown }> {
    const properties = await this.#timed('decode', () => photo.inspect()).then(
      (found) => ({ ok: true as const, ...found }),
      (error: unknown) => ({ ok: false as const, error }),
    )
    const known: ReadPhoto = { ...(properties.ok ? properties : {}), hashes: () => photo.hashes() }
    for (const step of steps) await this.#run(step.name, () => step.run({ photo: known }))
    return properties
  }

  async #runOnPicture(
    photo: OpenPhoto,
    steps: readonly PictureStep[],
    { explain, known }: Pick<AnalysisRequest, 'explain' | 'known'>,
  ): Promise<void> {
    const decoded = await this.#timed('decode', () => photo.decode()).catch(nullWithoutPicture)
    photo.giveFileBack()
    if (decoded === null) return
    this.#warnings.unshift(...decoded.warnings)
    const { upload, width, height } = decoded
    if (upload !== undefined) Object.assign(this.#findings, { upload, width, height })
    // Some films have their size only in their frames.
    else if (this.#findings.width === 0) Object.assign(this.#findings, { width, height })
    const context = {
      photo: decoded,
      models: this.#models,
      detections: createCachedDetections(decoded, this.#models),
      ...(explain && { trace: new TagTrace(explain) }),
    }
    for (const step of steps) {
      const found = step.when === 'idle' ? { ...known, ...this.#findings } : this.#findings
      await this.#run(step.name, () => step.run({ ...context, found }))
    }
  }

  async #run(name: StepName, work: () => Promise<Partial<Findings>>): Promise<void> {
    try {
      Object.assign(this.#findings, await this.#timed(name, work))
    } catch (error) {
      const blocked = asBlocked(error)
      if (blocked !== null && blocked.by !== 'file') throw blocked // the photo's own file was already read
      this.#warnings.push(say('analysis.stepFailed', { step: name, reason: textOf(error) }))
    }
  }
}

/** A film that nothing can decode has no picture: there is nothing to find, and nothing is wrong. */
function nullWithoutPicture(error: unknown): null {
  if (error instanceof NoPicture) return null
  throw error
}

function describeFailure(error: unknown): FailedOutcome {
  if (error instanceof DecodeFailure) return { ok: false, code: error.code, reason: error.text }
  return {
    ok: false,
    code: 'damaged',
    reason: say('photos.undecodable', { reason: messageOf(error) }),
  }
}
