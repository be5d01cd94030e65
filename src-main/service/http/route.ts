import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { Account } from '../ports/ports.ts'
import type { Admission } from '../ports/usage.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import type { ErrorStatus } from '../errors/service-error.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Version = 'v1' | 'v2'

/** Takes one picture of a body; the filename is what the client called its file, or empty. */
export type Sink<T> = (body: Readable, filename: string) => Promise<T>

export type Received<T> = {
  /** Parameters of the body, or those of query and body combined. */
  given: GivenParameters
  /** What the sink returned for each picture, in the order of the body. */
  received: T[]
}

/** One admitted request as a handler sees it. */
export type Call = {
  requestId: string
  account: Account
  admission: Admission
  /** Parts of the path, decoded. */
  path: Readonly<Record<string, string>>
  /** Parameters of the query only. */
  query: GivenParameters
  /**
   * Reads the body once and streams each picture in it to `sink`. The result combines the parameters of query and body.
   */
  receive<T>(sink: Sink<T>): Promise<Received<T>>
  /** Aborted when all work for the request should end; see `AdmittedRequest`. */
  signal: AbortSignal
  /** Adds work to do when the request is over, however it ends. */
  defer(work: () => Promise<void>): void
}

/** An answer: a JSON value, or the bytes of a picture. */
export type Answer = { json: unknown } | { bytes: Uint8Array; type: string }

/** How many pictures a request gives. */
export type PictureInput = 'required' | 'optional' | 'several'

/**
 * One method of one endpoint, with what serves, checks and describes it. `parameters` is the schema of query, form and
 * JSON parameters; `result` describes `result` of the v2 envelope, or the whole answer of v1.
 */
export type Route = {
  /** Unique, for generated clients and metrics. */
  id: string
  version: Version
  method: Method
  /** With `:name` for its parts; a part called `entry_id` matches the whole rest of the path. */
  path: string
  group: string
  summary: string
  /** Whether the published interface lacks it. Parameters and fields are marked in their schemas. */
  isAddition?: boolean
  /** Parameters to show in the example, as `name=value`. */
  examples?: readonly string[]
  /** What each part of the path means. */
  pathParts: Readonly<Record<string, string>>
  parameters: z.ZodObject
  /** The content of the body: none, parameters (all optional), pictures with parameters, or JSON of this schema. */
  body: 'none' | 'parameters' | 'picture' | { json: z.ZodType }
  picture?: PictureInput
  result: z.ZodType
  /** Media types of pictures that an answer may have, besides JSON. */
  pictureTypes?: readonly string[]
  /** Possible error statuses, besides 401, 406, 429, 500 and 503, which every route has. */
  statuses: readonly ErrorStatus[]
  /** How many analyses a request with this query may make; that much of the account's plan is reserved. */
  analyses(query: GivenParameters): number
  handle(call: Call, dependencies: RouteDependencies): Promise<Answer>
}
