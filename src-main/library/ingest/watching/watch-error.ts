import { say } from '../../../contract/sentences/say.ts'
import { codeOf } from '../../../base/files/file-errors.ts'

/** Whether an error says that the system has no watches left. */
export function isWatchLimit(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error))
}

/** Why a folder cannot be watched by events, and what to do about it. */
export function describeWatchError(folder: string, error: unknown): string {
  const code = codeOf(error) || 'unknown error'
  const instead = say('folders.atIntervals', { path: folder })
  if (code === 'ENOSPC') return `${say('folders.noWatches')} ${instead} ${raise('max_user_watches', 1048576)}`
  if (code === 'EMFILE') return `${say('folders.noMoreWatches')} ${instead} ${raise('max_user_instances', 1024)}`
  return `${say('folders.unheard', { code })} ${instead}`
}

const raise = (setting: string, value: number) =>
  `Raise the limit with "sudo sysctl fs.inotify.${setting}=${value}", and in a file below /etc/sysctl.d to keep it.`
