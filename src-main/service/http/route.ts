import type { z } from 'zod'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { Account } from '../ports/ports.ts'
import type { Admission } from '../ports/usage.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import type { ErrorStatus } from '../errors/service-error.ts'
import type { Received, Sink } from './body/body-options.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Version = 'v1' | 'v2'

/** One request that was let in, as a handler sees it. */
export type Call = {
  requestId: string
  account: Account
  admission: Admission
  /** Parts of the path, decoded. */
  path: Readonly<Record<string, string>>
  /** Parameters of the query alone. */
  query: GivenParameters
  /**
   * Reads the body once; each picture in it is streamed to `sink`. The parameters given are those of query and body
   * together.
   */
  receive<T>(sink: Sink<T>): Promise<Received<T>>
  /** Of the request: ends all that is done for it. See `AdmittedRequest`. */
  signal: AbortSignal
  /** Work to be done when the request is over, however it ends. */
  defer(work: () => Promise<void>): void
}

/** What goes back: a JSON text's value, or a picture's bytes. */
export type Answer = { json: unknown } | { bytes: Uint8Array; type: string }

/** How a request gives its picture, or several. */
export type PictureInput = 'required' | 'optional' | 'several'

/**
 * One method of one endpoint: what serves it, checks it and describes it. `parameters` is the schema that checks query,
 * form and JSON parameters; `result` describes `result` of the v2 envelope, or the whole answer of v1.
 */
export type Route = {
  /** Unique, for generated clients and metrics. */
  id: string
  version: Version
  method: Method
  /** With `:name` for its parts; a part called `entry_id` is the whole rest of the path. */
  path: string
  group: string
  summary: string
  /** Whether the published interface does not have it. Parameters and fields are marked in their schemas. */
  isAddition?: boolean
  /** Parameters that are worth showing in the example, as `name=value`. */
  examples?: readonly string[]
  /** What each part of the path means. */
  pathParts: Readonly<Record<string, string>>
  parameters: z.ZodObject
  /** What the body is: none, parameters alone (all optional), pictures with parameters, or JSON of this schema. */
  body: 'none' | 'parameters' | 'picture' | { json: z.ZodType }
  picture?: PictureInput
  result: z.ZodType
  /** Media types of pictures that can be the answer, besides JSON. */
  pictureTypes?: readonly string[]
  /** What can go wrong here, besides 401, 406, 429, 500 and 503, which every route has. */
  statuses: readonly ErrorStatus[]
  /** How many analyses a request with this query may make; room in the account's plan is held for them. */
  analyses(query: GivenParameters): number
  handle(call: Call, dependencies: RouteDependencies): Promise<Answer>
}
