import { onTestFinished, vi } from 'vitest'
import { openObjects } from '../../../src-main/service/objects/open-objects.ts'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { S3Server } from '../../fixtures/s3/s3-server.ts'

/** A store in a fresh folder. */
export async function folderObjects(folder = tempFolder()): Promise<ObjectStore> {
  return openObjects(folder)
}

/** A simulation of S3 that ends with the running test, with its credentials in the environment. */
export async function startS3(): Promise<S3Server> {
  const server = new S3Server()
  await server.start()
  onTestFinished(() => server.stop())
  for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return server
}

/** A store on a server, below a prefix of its bucket. */
export async function s3Objects(server?: S3Server): Promise<ObjectStore> {
  const objects = await openObjects((server ?? (await startS3())).address('service-1'))
  onTestFinished(() => objects.close())
  return objects
}
