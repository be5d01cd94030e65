import { stat } from 'node:fs/promises'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RecordedFile } from '../catalog/files/recorded-files.ts'
import { judgeFile, type Verdict } from './judge-file.ts'

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

export type FileProblem = { path: string; reason: string }

/** What became of the files; every one counts once. */
export type VerifyReport = {
  equal: number
  metadataChanged: number
  /** No hash of them was made yet. */
  notRecorded: number
  /** In watched folders that cannot be reached. */
  away: number
  changed: FileProblem[]
  unreadable: FileProblem[]
  missing: string[]
}

type Outcome = Verdict | { kind: 'unreadable'; reason: string } | { kind: 'missing' } | { kind: 'away' }

/**
 * Reads every file again and compares it with the hashes on record. Files are read in the processes that analyse
 * photos, so that one that hangs or crashes costs itself alone.
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
    const facts = await stat(file.path).catch(() => null)
    if (facts === null) return { kind: 'missing' }
    const time = { bytes: facts.size, modifiedMs: Math.floor(facts.mtimeMs) }
    return judgeFile(file, { contentHash, imageHash }, time)
  }
  if (outcome.ok) return { kind: 'unreadable', reason: outcome.warnings[0] ?? 'The file could not be hashed.' }
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
