import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceFolders } from './run-service.ts'

/**
 * Files of pictures that still exist, and anything in the folder that the service uses as the system's temporary one.
 */
export function findLeftovers({ dataDir, tempDir }: ServiceFolders): string[] {
  return [join(dataDir, 'uploads/passing'), join(dataDir, 'uploads/kept'), tempDir].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
}
