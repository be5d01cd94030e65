import type { Text } from '../../../contract/sentences/text.ts'
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { say } from '../../../contract/sentences/say.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { DueWrite, FinishedTarget, NewVersion } from './rows/write-types.ts'
import { foundFileOf } from '../../ingest/reconcile/found-file.ts'
import { isItsFile } from '../../ingest/reconcile/is-its-file.ts'
import { describeFailure, type Failure } from './describe-failure.ts'
import type { NextContent, Preparation, Prepared, PrepareRequest } from '../plan/prepared.ts'
import { ChangedMeanwhile, replaceFile } from './replace-file.ts'
import { requestsOf } from './requests.ts'
import { isNothingWritten } from '../plan/work.ts'

export type BatchDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'settings' | 'folders'>
  /** Reads targets and merges the work into them, in their order; a reason in a sentence for those given up. */
  prepare(requests: readonly PrepareRequest[]): Promise<(Preparation | { givenUp: Text })[]>
}

/** The result for one photo. */
export type PhotoOutcome = {
  row: DueWrite
  targets: FinishedTarget[]
  failure: Failure | null
  /** A further note for the person, as a sentence; empty for none. */
  note: Text | null
}

type Step = { outcome: PhotoOutcome; target: PrepareRequest['target']; prepared: Prepared }

/** Writes the work on some photos; an error of one does not affect the others. */
export async function writeBatch(
  { catalog, prepare }: BatchDependencies,
  rows: readonly DueWrite[],
): Promise<PhotoOutcome[]> {
  const outcomes = rows.map((row): PhotoOutcome => ({ row, targets: [], failure: null, note: null }))
  const asked = outcomes.flatMap((outcome) => requestsOf(catalog, outcome.row).map((request) => ({ outcome, request })))
  const ask = async (some: readonly Asked[]): Promise<Answered[]> => {
    const preparations = await prepare(some.map(({ request }) => request))
    return some.map((each, place) => ({ ...each, preparation: preparations[place] ?? null }))
  }
  const { metadataWriting: mode, keepsFileTimes: keepsTimes } = catalog.settings.get()
  const answered = await askAgain(catalog, await ask(asked), ask)
  const elsewhere = mode === 'files' ? await ask(intoSidecars(answered)) : []
  const isElsewhere = ({ outcome }: Asked) => elsewhere.some((each) => each.outcome === outcome)
  const steps = [...answered.filter((each) => !isElsewhere(each)), ...elsewhere].flatMap((each) => {
    const { outcome, request, preparation } = each
    const prepared = accept(outcome, request, preparation)
    return prepared === null ? [] : [{ outcome, target: request.target, prepared }]
  })
  const versions = steps.flatMap((step) => versionOf(step) ?? [])
  if (versions.length > 0) catalog.metadataWrites.begin(versions)
  const roots = catalog.folders.roots().map((root) => root.path)
  await Promise.all(steps.map((step) => carryOut(step, { roots, keepsTimes })))
  return outcomes
}

type Asked = { outcome: PhotoOutcome; request: PrepareRequest }
type Answered = Asked & { preparation: Preparation | { givenUp: Text } }

/**
 * Beside a photo may be a sidecar that Lumafold wrote for another one, if files changed their names while sidecars
 * followed them. Then no other program changed this photo's work: what Lumafold wrote there makes room for it.
 */
async function askAgain(
  { metadataWrites }: Pick<Catalog, 'metadataWrites'>,
  answered: readonly Answered[],
  ask: (some: readonly Asked[]) => Promise<Answered[]>,
): Promise<Answered[]> {
  const again = answered.flatMap((each) => {
    const { outcome, request, preparation } = each
    if (request.target !== 'sidecar' || isNothingWritten(request.written)) return []
    if (preparation === null || !('path' in preparation)) return []
    const written = metadataWrites.sidecars.writtenForAnother(outcome.row.photoId, preparation.beforeHash)
    return written === null ? [] : [{ before: each, outcome, request: { ...request, written, hash: '', begun: [] } }]
  })
  if (again.length === 0) return [...answered]
  const isAgain = new Set(again.map(({ before }) => before))
  return [...answered.filter((each) => !isAgain.has(each)), ...(await ask(again))]
}

/** What cannot be written into a file goes into its sidecar, as for formats that are never written. */
function intoSidecars(answered: readonly Answered[]): Asked[] {
  const isRefused = ({ request, preparation }: Answered): boolean =>
    request.target === 'file' && preparation !== null && ('refusal' in preparation || 'givenUp' in preparation)
  const refused = new Set(answered.filter(isRefused).map(({ outcome }) => outcome))
  return answered.flatMap(({ outcome, request }) =>
    request.target === 'sidecar' && refused.has(outcome)
      ? [{ outcome, request: { ...request, isOnlyPresent: false } }]
      : [],
  )
}

/** The next content of a target; notes why it cannot be written. */
function accept(
  outcome: PhotoOutcome,
  { photo }: PrepareRequest,
  preparation: Preparation | { givenUp: Text },
): Prepared | null {
  if (preparation === null) return null
  if ('path' in preparation) return preparation
  const final = (sentence: Text): Failure => ({ sentence, isDiskFull: false, isFinal: true })
  if ('error' in preparation) outcome.failure = describeFailure(preparation.error, photo)
  else outcome.failure = final('refusal' in preparation ? preparation.refusal : preparation.givenUp)
  return null
}

/** What an undo of a step needs; null if it writes nothing, or undoes others. */
function versionOf({ outcome, target, prepared }: Step): NewVersion | null {
  const { beforeHash, writtenBefore, written, next } = prepared
  if (next === null || next.restoredId !== undefined) return null
  const { patch, hash: afterHash } = next
  const { photoId } = outcome.row
  return { photoId, target, beforeHash, afterHash, writtenBefore, writtenAfter: written, patch }
}

async function carryOut(
  { outcome, target, prepared }: Step,
  options: { roots: readonly string[]; keepsTimes: boolean },
): Promise<void> {
  const { path, beforeHash, next, written, adopted, conflicts, fileOrientation } = prepared
  const photo = outcome.row.path
  try {
    // Another photo may have taken the place, and the work does not belong to it.
    if (!(await isItsFile(outcome.row))) throw new ChangedMeanwhile()
    if (next !== null && outcome.failure === null) {
      const count = await replaceFile({ path, beforeHash, photo, ...next, ...options })
      if (count > 0) outcome.note = say('writing.parted', { name: basename(path), count })
    } else await removeTemporary(next)
    if (outcome.failure !== null) return
    const finished = { target, hash: next?.hash ?? beforeHash, written, adopted, conflicts }
    const restored = next?.restoredId === undefined ? {} : { restoredId: next.restoredId }
    outcome.targets.push({
      ...finished,
      ...restored,
      ...(target === 'file' && next ? { stats: await statsOf(path) } : {}),
      ...(next && fileOrientation !== undefined ? { fileOrientation } : {}),
    })
  } catch (error) {
    await removeTemporary(next)
    outcome.failure = describeFailure(error, path)
  }
}

/** If one target of a photo failed, the photo waits with the other. */
async function removeTemporary(next: NextContent | null): Promise<void> {
  if (next?.temporary) await rm(next.temporary, { force: true })
}

async function statsOf(file: string): Promise<NonNullable<FinishedTarget['stats']>> {
  const { bytes, modifiedMs, changedMs, fileKey } = foundFileOf('', '', await stat(file, { bigint: true }))
  return { bytes, modifiedMs, changedMs, fileKey }
}
