import type { z } from 'zod'

/** One request to a service; `path` comes after the base address. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Lists are sent as repeated parameters. */
  query?: Readonly<Record<string, string | number | readonly string[]>>
  picture?: Uint8Array
  /** Sent as `Idempotency-Key`: a service that supports it counts calls with the same key once. */
  key?: string
}
export type HttpAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

/** A call and the schema of its answer. */
export type RemoteRequest<T extends z.ZodType = z.ZodType> = { call: Call; schema: T }
