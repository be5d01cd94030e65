import type { z } from 'zod'

/** One request to a service; `path` comes after the base address. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Values that are lists are repeated. */
  query?: Readonly<Record<string, string | number | readonly string[]>>
  picture?: Uint8Array
  /** Sent as `Idempotency-Key`: a service that knows it counts the same call under the same key once. */
  key?: string
}
export type HttpAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

/** A call and how its answer is read. */
export type RemoteRequest<T extends z.ZodType = z.ZodType> = { call: Call; schema: T }
