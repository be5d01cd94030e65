import { join } from 'node:path'
import type { ComputeClient } from '../../compute/host/compute-client.ts'
import { messageOf } from '../../contract/errors.ts'
import type { ServiceLog } from '../ports/service-log.ts'

/**
 * Looks at a small picture of the program itself, so that a process runs and has its models open when the first request
 * comes.
 */
export async function warmUp(
  compute: Pick<ComputeClient, 'operate'>,
  resourcesDir: string,
  log: Pick<ServiceLog, 'warn'>,
): Promise<void> {
  const path = join(resourcesDir, 'service', 'warm-up.png')
  try {
    const answers = await compute.operate({
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
    log.warn('no process was ready ahead of the first request', { error: messageOf(error) })
  }
}
