import type { Text } from '../../../contract/sentences/text.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { access, constants } from 'node:fs/promises'
import { freeBytes } from '../backup/room.ts'
import { isOnNetworkShare } from '../../ingest/places/network-share.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Less free space than this may not last for a day's import. */
const MIN_FREE_BYTES = 500 * 1024 ** 2
/** Less than this is not even enough for the catalogue to continue. */
const FULL_BYTES = 5 * 1024 ** 2

/** Whether the library's disk has room, is writable, and is suitable for a database. */
export async function examineDisk({ libraryDir }: { libraryDir: string }): Promise<Diagnosis[]> {
  return [
    ...(await examinePermissions(libraryDir)),
    await examineSpace(libraryDir),
    ...(await examineNetwork(libraryDir)),
  ]
}

async function examinePermissions(folder: string): Promise<Diagnosis[]> {
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (mayWrite) return []
  const message = say('doctor.notWritable', { path: folder })
  return [{ area: 'disk', level: 'problem', message, advice: say('doctor.permissions') }]
}

async function examineSpace(folder: string): Promise<Diagnosis> {
  const free = await freeBytes(folder)
  if (free < FULL_BYTES)
    return {
      area: 'disk',
      level: 'problem',
      message: say('doctor.diskFull', { size: toTenths(free / 1e6), path: folder }),
      advice: say('doctor.freeSpace'),
    }
  const message = say('doctor.diskRoom', { size: toTenths(free / 1e9), path: folder })
  return free < MIN_FREE_BYTES
    ? { area: 'disk', level: 'problem', message, advice: say('doctor.freeForPreviews') }
    : { area: 'disk', level: 'good', message, advice: null }
}

const toTenths = (size: number): number => Math.round(size * 10) / 10

async function examineNetwork(folder: string): Promise<Diagnosis[]> {
  if (!(await isOnNetworkShare(folder))) return []
  return [{ area: 'disk', level: 'hint', message: onNetwork(folder), advice: NETWORK_ADVICE }]
}

const onNetwork = (folder: string) => say('health.onNetwork', { path: folder })
const NETWORK_ADVICE = say('health.leaveNetwork')

/** Why a library should not be in this folder and what to do, in two sentences; null if it may. */
export const warnOfNetwork = async (folder: string): Promise<Text | null> =>
  (await isOnNetworkShare(folder)) ? several([onNetwork(folder), NETWORK_ADVICE]) : null
