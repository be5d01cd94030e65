import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { stat } from 'node:fs/promises'
import type { AnalysisEngine } from '../../../engines/analysis-engine.ts'
import type { Catalog, RecordedFile } from '../../catalog/catalog.ts'
import { areComparable } from '../../../base/formats/image-data/image-hash.ts'
import type { FileHashes } from '../../../analysis/photo/photo.ts'

export type VerifyDependencies = {
  catalog: { files: Pick<Catalog['files'], 'recorded' | 'countRecorded'> }
  engine: Pick<AnalysisEngine, 'analyse' | 'concurrency'>
}

export type VerifyOptions = {
  /** Only files of this folder and those below it. */
  folderId?: number
  signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

export type FileProblem = { path: string; reason: Text }

/** The results for the files; every one counts once. */
export type VerifyReport = {
  equal: number
  metadataChanged: number
  /** They have no hash yet. */
  notRecorded: number
  /** In watched folders that cannot be reached. */
  away: number
  changed: FileProblem[]
  unreadable: FileProblem[]
  missing: string[]
}

type Outcome = Verdict | { kind: 'unreadable'; reason: Text } | { kind: 'missing' } | { kind: 'away' }

/**
 * Reads every file again and compares it with its recorded hashes. The processes that analyse photos read the files, so
 * that a file that hangs or crashes one costs only itself.
 */
export async function verifyFiles(
  { catalog, engine }: VerifyDependencies,
  { folderId, signal, onProgress = () => undefined }: VerifyOptions = {},
): Promise<VerifyReport> {
  const report: VerifyReport = {
    equal: 0,
    metadataChanged: 0,
    notRecorded: 0,
    away: 0,
    changed: [],
    unreadable: [],
    missing: [],
  }
  const total = catalog.files.countRecorded(folderId)
  const files = catalog.files.recorded(folderId)
  let done = 0
  const work = async () => {
    for (const file of files) {
      signal?.throwIfAborted()
      note(report, file.path, await verifyFile(file, engine))
      onProgress(++done, total)
    }
  }
  await Promise.all(Array.from({ length: engine.concurrency }, work))
  return report
}

async function verifyFile(file: RecordedFile, engine: VerifyDependencies['engine']): Promise<Outcome> {
  if (file.isAway) return { kind: 'away' }
  const outcome = await engine.analyse({ path: file.path, steps: ['hash'] })
  const { contentHash, imageHash } = ('findings' in outcome ? outcome.findings : undefined) ?? {}
  if (contentHash !== undefined && imageHash !== undefined) {
    const stats = await stat(file.path).catch(() => null)
    if (stats === null) return { kind: 'missing' }
    const time = { bytes: stats.size, modifiedMs: Math.floor(stats.mtimeMs) }
    return judgeFile(file, { contentHash, imageHash }, time)
  }
  if (outcome.ok) return { kind: 'unreadable', reason: outcome.warnings[0] ?? say('verifying.notHashed') }
  return outcome.code === 'file-missing' ? { kind: 'missing' } : { kind: 'unreadable', reason: outcome.reason }
}

function note(report: VerifyReport, path: string, outcome: Outcome): void {
  if (outcome.kind === 'equal') report.equal++
  else if (outcome.kind === 'metadata-changed') report.metadataChanged++
  else if (outcome.kind === 'not-recorded') report.notRecorded++
  else if (outcome.kind === 'away') report.away++
  else if (outcome.kind === 'missing') report.missing.push(path)
  else report[outcome.kind].push({ path, reason: outcome.reason })
}

/**
 * The result of comparing a file with its record: `equal`; `metadata-changed` around the same picture; `changed` for
 * another or a damaged picture, or damage beside the picture; or `not-recorded` if there is nothing to compare it with.
 */
type Verdict =
  | { kind: 'equal' }
  | { kind: 'metadata-changed' }
  | { kind: 'not-recorded' }
  | { kind: 'changed'; reason: Text }

/** Size in bytes and time of change in milliseconds. */
type FileTime = { bytes: number; modifiedMs: number }

/** Programs restore times with a precision of a millisecond. */
const TIME_ROUNDING_MS = 1

const EDITED = say('verifying.edited')
const DAMAGED = say('verifying.damaged')
const DAMAGED_BESIDE = say('verifying.damagedBeside')

/** Compares the record with the file in its present state. */
function judgeFile(recorded: RecordedFile, now: FileHashes, time: FileTime): Verdict {
  if (recorded.contentHash === now.contentHash) return { kind: 'equal' }
  const isUntouched =
    recorded.bytes === time.bytes && Math.abs(recorded.modifiedMs - time.modifiedMs) <= TIME_ROUNDING_MS
  if (areComparable(recorded.imageHash, now.imageHash)) {
    if (recorded.imageHash !== now.imageHash) return { kind: 'changed', reason: isUntouched ? DAMAGED : EDITED }
    return isUntouched ? { kind: 'changed', reason: DAMAGED_BESIDE } : { kind: 'metadata-changed' }
  }
  // Without a hash of the picture, a file that was written since may have only new metadata.
  return recorded.contentHash !== '' && isUntouched ? { kind: 'changed', reason: DAMAGED } : { kind: 'not-recorded' }
}
