import { z } from 'zod'
import { FaceTicketAnswer } from '../../contract/analysis/face-ticket-answer.ts'
import { Ticket } from '../../contract/analysis/ticket.ts'
import { success } from '../http/envelopes.ts'
import { isBatchId } from '../batches/batch-service.ts'
import type { Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { BatchProgress, describeBatch } from './batches.ts'
import { UsageReport } from '../ports/usage-report.ts'

const shared = { version: 'v2', method: 'GET', parameters: z.object({}), body: 'none', analyses: () => 0 } as const

const BatchTicket = z.object({ is_final: z.boolean(), ticket_result: BatchProgress })

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
    summary:
      'The state of a training, a grouping or a batch; all tickets except those of batches are kept for 24 hours',
    pathParts: { ticket_id: 'What a training, a grouping of faces or a batch returned.' },
    result: z.union([Ticket, FaceTicketAnswer, BatchTicket]),
    statuses: [404, 410],
    handle: async (call, dependencies) => success(await readTicket(call, dependencies)),
  },
]

/** Trainings and batches have tickets; the prefix distinguishes those of batches. */
async function readTicket({ account, path }: Call, { batches, faces, indexes }: RouteDependencies) {
  const id = path['ticket_id']!
  if (!isBatchId(id)) return (await faces.ticket(account.id, id)) ?? indexes.ticket(id, account.id)
  const batch = await batches.find(account.id, id)
  return { is_final: batch.endedMs !== null, ticket_result: describeBatch(batch, batches) }
}
