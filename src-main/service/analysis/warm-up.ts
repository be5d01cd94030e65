import { join } from 'node:path'
import type { ComputeClient } from '../../compute/host/compute-client.ts'
import type { ServiceLog } from '../ports/service-log.ts'

/**
 * Keeps a process that has looked at a small picture of the program itself, so that it runs and has its models open
 * when a request comes, the first or one after a quiet night. Resolves when the first one has.
 */
export function keepWarm(
  compute: Pick<ComputeClient, 'keepWarm'>,
  resourcesDir: string,
  log: Pick<ServiceLog, 'warn'>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = {
    path: join(resourcesDir, 'service', 'warm-up.png'),
    pictureId: 'warm-up',
    owner: 'warm-up',
    calls: [
      { operation: 'tags', given: {} },
      { operation: 'categories', categorizerId: 'nsfw_beta', given: {} },
    ],
  } as const
  compute.keepWarm({ ...request, calls: [...request.calls] }, (answers) => {
    for (const answer of answers)
      if (!answer.ok) log.warn('the first look at a picture failed', { code: answer.code, reason: answer.message })
    resolve()
  })
  return promise
}
