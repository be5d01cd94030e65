import type { Text } from '../../../contract/sentences/text.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { codeOf } from '../../../base/files/file-errors.ts'

/** Whether an error means that the system has no watches left. */
export function isWatchLimit(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error))
}

/** Why a folder cannot be watched by events, and what to do about it. */
export function describeWatchError(folder: string, error: unknown): Text {
  const code = codeOf(error) || 'unknown error'
  const instead = say('folders.atIntervals', { path: folder })
  if (code === 'ENOSPC') return several([say('folders.noWatches'), instead, raise('max_user_watches', 1048576)])
  if (code === 'EMFILE') return several([say('folders.noMoreWatches'), instead, raise('max_user_instances', 1024)])
  return several([say('folders.unheard', { code }), instead])
}

const raise = (setting: string, value: number) => say('folders.raiseLimit', { setting, value: String(value) })
