import { resolve } from 'node:path'
import type { ObjectStore } from '../ports/object-store.ts'
import { openFolderObjects } from './folder/folder-objects.ts'
import { readS3Address } from './s3/s3-address.ts'

/** Opens objects at `s3://bucket/prefix?endpoint=…`, or in a folder that nodes share. Throws `bad-params`. */
export async function openObjects(address: string, env: NodeJS.ProcessEnv = process.env): Promise<ObjectStore> {
  if (!/^s3:/i.test(address)) return openFolderObjects(resolve(address))
  const { openS3Objects } = await import('./s3/s3-objects.ts') // its library takes a moment and some memory
  return openS3Objects(readS3Address(address, env))
}
