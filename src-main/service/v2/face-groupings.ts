import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../errors/service-error.ts'
import { MAX_GROUPED } from '../faces/face-limits.ts'
import { success } from '../http/envelopes.ts'
import { pickKnown } from '../http/parameters.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call, Route } from '../http/route.ts'
import { checkCallback } from './check-callback.ts'
import { exampleFaces, GroupingBody, GroupingParameters } from './face-parameters.ts'

const shared = {
  version: 'v2',
  path: '/v2/faces/groupings',
  group: 'Faces',
  isAddition: true,
  pathParts: {},
  result: z.object({ ticket_id: z.string() }),
  statuses: [400, 404, 410],
  analyses: () => 0,
} as const

/** `/v2/faces/groupings`: returns a ticket, whose result is the groups. */
export const groupingRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.faces.groupings.get',
    method: 'GET',
    summary: 'Groups faces by person; the groups come by ticket',
    examples: [`faces=${exampleFaces.join()}`],
    parameters: GroupingParameters,
    body: 'none',
    handle: async (call, dependencies) => {
      const given = readParameters(GroupingParameters, pickKnown(call.query, GroupingParameters))
      return group(call, dependencies, [...given.faces, ...given.face_id], given.callback_url)
    },
  },
  {
    ...shared,
    id: 'v2.faces.groupings.post',
    method: 'POST',
    summary: 'Groups faces by person; the groups come by ticket',
    parameters: z.object({}),
    body: { json: GroupingBody },
    statuses: [...shared.statuses, 413, 415],
    handle: async (call, dependencies) => {
      const { given } = await call.receive(async () => null)
      const { faces, callback_url } = readParameters(GroupingBody, pickKnown(given, GroupingBody))
      return group(call, dependencies, faces, callback_url)
    },
  },
]

async function group(
  { account }: Call,
  dependencies: RouteDependencies,
  ids: readonly string[],
  callbackUrl: string | null,
) {
  if (ids.length === 0) throw new ServiceError(400, 'faces is missing: give ids of faces.')
  if (ids.length > MAX_GROUPED)
    throw new ServiceError(400, `faces has ${ids.length} items; at most ${MAX_GROUPED} are taken.`)
  const url = await checkCallback(callbackUrl, dependencies)
  return success({ ticket_id: await dependencies.faces.group(account.id, ids, url) })
}
