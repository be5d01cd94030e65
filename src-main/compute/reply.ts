import type { Text } from '../contract/sentences/text.ts'
import type { AppError, ErrorCode } from '../contract/errors.ts'

/** Why something was not done, as plain data that crosses from one process to another. */
export type Refusal = { ok: false; code: ErrorCode; message: Text }

/** What one process was asked for by another: the value, or why there is none. */
export type Reply<T = unknown> = { ok: true; value: T } | Refusal

/** An error as plain data. */
export function refusalOf({ code, text }: AppError): Refusal {
  return { ok: false, code, message: text }
}
