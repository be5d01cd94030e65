import type { ExportFileState, ExportState } from '../../../contract/library/export-job.ts'
import type { ExportSettings } from '../../../contract/library/export-settings.ts'

/** A job as it is kept. */
export type KeptJob = {
  number: number
  id: string
  title: string
  /** Path of a folder. */
  target: string
  settings: ExportSettings
  album: string
  state: ExportState
  problem: string
  photos: number
  /** Whether all its files are listed. */
  isListed: boolean
  run: number
  createdMs: number
  endedMs: number | null
}

/** A file of a job as it is kept. */
export type KeptFile = {
  id: number
  /** Of its photo in the job, from 0. */
  place: number
  photoId: number
  output: number
  state: ExportFileState
  /** Below the target, with `/`; empty while it is not known. */
  file: string
  reason: string
  answer: '' | 'skip' | 'rename' | 'overwrite'
  /** SHA-256 of what was written or is being written; empty before. */
  hash: string
}

export type JobRow = Omit<KeptJob, 'settings' | 'isListed' | 'createdMs' | 'endedMs'> & {
  settings: string
  is_listed: number
  created_ms: number
  ended_ms: number | null
}
export type FileRow = Omit<KeptFile, 'photoId' | 'state'> & { photo_id: number; state: number }

/** Numbers of states in the catalogue; never another order. */
const fileStates: readonly ExportFileState[] = [
  'waiting',
  'written',
  'skipped',
  'held-back',
  'failed',
  'asking',
  'removed',
]
export const numberOfState = (state: ExportFileState): number => fileStates.indexOf(state)
export const stateOfNumber = (number: number): ExportFileState => fileStates[number] ?? 'failed'

export const toJob = ({ settings, is_listed, created_ms, ended_ms, ...row }: JobRow): KeptJob => ({
  ...row,
  settings: JSON.parse(settings) as ExportSettings,
  isListed: is_listed === 1,
  createdMs: created_ms,
  endedMs: ended_ms,
})

export const toFile = ({ photo_id, state, ...row }: FileRow): KeptFile => ({
  ...row,
  photoId: photo_id,
  state: stateOfNumber(state),
})

/** Names that some file system takes for the same. */
export const fileKey = (file: string): string => file.normalize('NFC').toLowerCase()
