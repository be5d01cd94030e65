import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { UsageReportV1 } from '../ports/usage-report.ts'

/** `/v1/usage`. */
export const usageRoutes: readonly Route[] = [
  {
    id: 'v1.usage',
    version: 'v1',
    method: 'GET',
    path: '/v1/usage',
    group: 'v1',
    summary: 'What the account has used of its plan',
    isAddition: true,
    pathParts: {},
    parameters: z.object({}),
    body: 'none',
    result: UsageReportV1,
    statuses: [],
    analyses: () => 0,
    handle: async ({ account }, { usage }) => ({ json: await usage.reportV1(account) }),
  },
]
