import { resolve } from 'node:path'
import { AppError, messageOf } from '../../contract/errors.ts'
import { ObjectStoreError, type ObjectStore } from '../ports/object-store.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { openFolderObjects } from './folder/open-folder-objects.ts'
import { readS3Address } from './s3/s3-address.ts'

/** Opens objects at `s3://bucket/prefix?endpoint=…`, or in a folder shared by nodes. Throws `bad-params`. */
export async function openObjects(address: string, env: NodeJS.ProcessEnv = process.env): Promise<ObjectStore> {
  if (!/^s3:/i.test(address)) return openFolderObjects(resolve(address))
  const { openS3Objects } = await import('./s3/open-s3-objects.ts') // its library takes some time and memory
  return openS3Objects(readS3Address(address, env))
}

/**
 * Describes where uploads are kept, identically on all nodes with the same options; a shared folder may have different
 * paths.
 */
export function picturePlaceOf(address: string | undefined): string {
  if (address === undefined) return 'a folder of the node alone'
  return /^s3:/i.test(address) ? address.split('?', 1)[0]! : 'a shared folder'
}

/**
 * Opens objects and requests one. Throws `bad-params` if that is refused, with what the operator has to correct; a
 * store that is away is logged, and used when it returns.
 */
export async function openCheckedObjects(address: string, log: Pick<ServiceLog, 'warn'>): Promise<ObjectStore> {
  const objects = await openObjects(address)
  try {
    await objects.find('start')
    return objects
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'away') {
      log.warn('the objects cannot be reached; the service starts without them', { error: error.message })
      return objects
    }
    await objects.close()
    throw new AppError('bad-params', `Objects cannot be kept in ${objects.title}. ${messageOf(error)}`, {
      cause: error,
    })
  }
}
