import { readText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { ExportFileState, ExportState } from '../../../contract/library/export-job.ts'
import { ExportSettings } from '../../../contract/library/export-settings.ts'

/** A stored job. */
export type KeptJob = {
  number: number
  id: string
  title: string
  /** Path of a folder. */
  target: string
  settings: ExportSettings
  album: string
  state: ExportState
  problem: Text | null
  photos: number
  /** Whether all its files are listed. */
  isListed: boolean
  run: number
  createdMs: number
  endedMs: number | null
}

/** A stored file of a job. */
export type KeptFile = {
  id: number
  /** Position of its photo in the job, from 0. */
  place: number
  photoId: number
  output: number
  state: ExportFileState
  /** Below the target, with `/`; empty while it is unknown. */
  file: string
  reason: Text | null
  answer: '' | 'skip' | 'rename' | 'overwrite'
  /** SHA-256 of what was or is being written; empty before. */
  hash: string
}

export type JobRow = Omit<KeptJob, 'settings' | 'problem' | 'isListed' | 'createdMs' | 'endedMs'> & {
  settings: string
  problem: string
  is_listed: number
  created_ms: number
  ended_ms: number | null
}
export type FileRow = Omit<KeptFile, 'photoId' | 'state' | 'reason'> & {
  photo_id: number
  state: number
  reason: string
}

/** Numbers of states in the catalogue; never reorder them. */
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

/** Settings as they were stored. Fields that did not exist then get their defaults. */
export const parseSettings = (settings: string): ExportSettings => ExportSettings.parse(JSON.parse(settings))

export const toJob = ({ settings, problem, is_listed, created_ms, ended_ms, ...row }: JobRow): KeptJob => ({
  ...row,
  problem: readText(problem),
  settings: parseSettings(settings),
  isListed: is_listed === 1,
  createdMs: created_ms,
  endedMs: ended_ms,
})

export const toFile = ({ photo_id, state, reason, ...row }: FileRow): KeptFile => ({
  ...row,
  reason: readText(reason),
  photoId: photo_id,
  state: stateOfNumber(state),
})

/** Names with the same key may be one file on some file system. */
export const fileKey = (file: string): string => file.normalize('NFC').toLowerCase()
