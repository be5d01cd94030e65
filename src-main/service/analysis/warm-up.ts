import { join } from 'node:path'
import type { OperationsHost } from '../../compute/host/operations-host.ts'
import type { ServiceLog } from '../service-log.ts'

/**
 * Looks at a small picture of the program itself, so that a process runs and has its models open when the first request
 * comes.
 */
export async function warmUp(
  host: Pick<OperationsHost, 'run'>,
  resourcesDir: string,
  log: Pick<ServiceLog, 'warn'>,
): Promise<void> {
  const path = join(resourcesDir, 'service', 'warm-up.png')
  try {
    const answers = await host.run({
      path,
      pictureId: 'warm-up',
      owner: 'warm-up',
      calls: [
        { operation: 'tags', given: {} },
        { operation: 'categories', categorizerId: 'nsfw_beta', given: {} },
      ],
    })
    for (const answer of answers)
      if (!answer.ok) log.warn('the first look at a picture failed', { code: answer.code, reason: answer.message })
  } catch (error) {
    log.warn('no process was ready ahead of the first request', { error: String(error) })
  }
}
