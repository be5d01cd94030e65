import { setImmediate } from 'node:timers/promises'
import type { Catalog, DueWrite, FinishedTarget, NewVersion, WriteTarget } from '../catalog/catalog.ts'
import { describeFailure, type Failure } from './describe-failure.ts'
import { findFormerContent, type FormerContent } from './former-content.ts'
import { hashOf } from './patch/hash-of.ts'
import { makePatch } from './patch/make-patch.ts'
import { encodePatch } from './patch/patch-codec.ts'
import type { Prepared, Refusal, SidecarRequest } from './plan/prepare-sidecar.ts'
import { replaceFile } from './replace-file.ts'

/** What a target is to become: null where there is nothing to write into. */
export type Preparation = Prepared | Refusal | null

export type BatchDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'settings' | 'folders'>
  /** Looks at sidecars and merges the work into them, in their order; what fails is the system's error. */
  prepare(requests: readonly SidecarRequest[]): Promise<PromiseSettledResult<Preparation>[]>
}

/** What became of one photo. */
export type PhotoOutcome = { row: DueWrite; targets: FinishedTarget[]; failure: Failure | null }

type Step = { row: DueWrite; target: WriteTarget; prepared: Prepared; former: FormerContent | null }

/** Writes the work on some photos; what goes wrong with one is its own. */
export async function writeBatch(dependencies: BatchDependencies, rows: readonly DueWrite[]): Promise<PhotoOutcome[]> {
  const { catalog, prepare } = dependencies
  const prepared = await prepare(rows.map((row) => requestOf(catalog, row)))
  const outcomes = rows.map((row): PhotoOutcome => ({ row, targets: [], failure: null }))
  const steps: (Step | null)[] = []
  for (const [place, settled] of prepared.entries()) {
    steps.push(takeStep(catalog, outcomes[place]!, settled))
    await setImmediate()
  }
  const versions = steps.flatMap((step) => (step === null ? [] : (versionOf(step) ?? [])))
  if (versions.length > 0) catalog.metadataWrites.begin(versions)
  const roots = catalog.folders.roots().map((root) => root.path)
  await Promise.all(steps.map(async (step, place) => step && carryOut(step, outcomes[place]!, roots)))
  return outcomes
}

function requestOf({ metadataWrites, settings }: BatchDependencies['catalog'], row: DueWrite): SidecarRequest {
  const { sidecarName: naming } = settings.get()
  return { photo: row.path, naming, isOnlyPresent: false, ...metadataWrites.state(row.photoId, 'sidecar') }
}

function takeStep(
  { metadataWrites }: BatchDependencies['catalog'],
  outcome: PhotoOutcome,
  settled: PromiseSettledResult<Preparation>,
): Step | null {
  const { row } = outcome
  if (settled.status === 'rejected') outcome.failure = describeFailure(settled.reason, row.path)
  else if (settled.value !== null && 'refusal' in settled.value)
    outcome.failure = { sentence: settled.value.refusal, isDiskFull: false, isFinal: true }
  if (settled.status === 'rejected' || settled.value === null || 'refusal' in settled.value) return null
  const target: WriteTarget = 'sidecar'
  const { before, after, written } = settled.value
  const versions = after === null ? [] : metadataWrites.versions(row.photoId, target)
  return { row, target, prepared: settled.value, former: findFormerContent(before, versions, written) }
}

/** What has to be known to undo a step; null where it writes nothing, or undoes others. */
function versionOf({ row, target, prepared, former }: Step): NewVersion | null {
  const { before, after, beforeHash, writtenBefore, written } = prepared
  if (after === null || former !== null) return null
  return {
    photoId: row.photoId,
    target,
    beforeHash,
    afterHash: hashOf(after),
    writtenBefore,
    writtenAfter: written,
    patch: before === null ? null : encodePatch(makePatch(after, before)),
  }
}

async function carryOut(step: Step, outcome: PhotoOutcome, roots: readonly string[]): Promise<void> {
  const { row, target, prepared, former } = step
  const { path, beforeHash, after, written, adopted, conflicts } = prepared
  const bytes = former === null ? after : former.bytes
  try {
    const isWritten = former !== null || after !== null
    if (isWritten) await replaceFile({ path, beforeHash, bytes, photo: row.path, roots })
    const hash = isWritten ? hashOf(bytes) : beforeHash
    const restored = former === null ? {} : { restoredId: former.id }
    outcome.targets.push({ target, hash, written, adopted, conflicts, ...restored })
  } catch (error) {
    outcome.failure = describeFailure(error, path)
  }
}
