import type { z } from 'zod'
import { ImageParameters } from './parameters.ts'
import type { Call, Answer, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'

type PictureEndpoint = {
  /** The endpoint's name in route ids. */
  id: string
  path: string
  group: string
  summary: string
  /** Whether the published interface lacks it. */
  isAddition?: boolean
  examples?: readonly string[]
  pathParts?: Record<string, string>
  parameters: z.ZodObject
  /** Parameters of the POST, if the published interface has fewer for it; by default `parameters`. */
  postParameters?: z.ZodObject
  result: z.ZodType
  pictureTypes?: readonly string[]
  handle(call: Call, dependencies: RouteDependencies): Promise<Answer>
}

/** The GET and the POST of an endpoint that analyses one picture. */
export function pictureRoutes({
  id,
  pathParts = {},
  parameters,
  postParameters = parameters,
  ...endpoint
}: PictureEndpoint): Route[] {
  const shared = { version: 'v2', pathParts, picture: 'required', analyses: () => 1, ...endpoint } as const
  const missing = [404, 410] as const
  return [
    {
      ...shared,
      id: `${id}.get`,
      method: 'GET',
      body: 'none',
      parameters: parameters.safeExtend(ImageParameters.shape),
      statuses: [400, 403, ...missing, 413],
    },
    {
      ...shared,
      id: `${id}.post`,
      method: 'POST',
      body: 'picture',
      parameters: postParameters.safeExtend(ImageParameters.shape),
      statuses: [400, 403, ...missing, 413, 415],
    },
  ]
}
