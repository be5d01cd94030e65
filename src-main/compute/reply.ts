import type { Text } from '../contract/sentences/text.ts'
import type { AppError, ErrorCode } from '../contract/errors.ts'

/** Why a request failed, as plain data that crosses from one process to another. */
export type Refusal = { ok: false; code: ErrorCode; message: Text }

/** One process's answer to another: the value, or why there is none. */
export type Reply<T = unknown> = { ok: true; value: T } | Refusal

/** An error as plain data. */
export function refusalOf({ code, text }: AppError): Refusal {
  return { ok: false, code, message: text }
}
