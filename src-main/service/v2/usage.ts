import { z } from 'zod'
import { Ticket } from '../../contract/analysis/ticket.ts'
import { success } from '../http/envelopes.ts'
import type { Route } from '../http/route.ts'
import { UsageReport } from '../ports/usage-report.ts'

const shared = { version: 'v2', method: 'GET', parameters: z.object({}), body: 'none', analyses: () => 0 } as const

/** `/v2/usage` and `/v2/tickets/<ticket_id>`. */
export const accountRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.usage',
    path: '/v2/usage',
    group: 'Account',
    summary: 'What the account has used of its plan',
    isAddition: true,
    pathParts: {},
    result: UsageReport,
    statuses: [],
    handle: async ({ account }, { usage }) => success(await usage.report(account)),
  },
  {
    ...shared,
    id: 'v2.tickets',
    path: '/v2/tickets/:ticket_id',
    group: 'Similar images',
    summary: 'How a training stands; a ticket is kept for 24 hours',
    pathParts: { ticket_id: 'What a training returned.' },
    result: Ticket,
    statuses: [404, 410],
    handle: async ({ account, path }, { indexes }) => success(await indexes.ticket(path['ticket_id']!, account.id)),
  },
]
