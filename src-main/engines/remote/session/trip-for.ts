import type { RemoteError } from '../http/remote-error.ts'
import type { CircuitBreaker } from '../limits/circuit-breaker.ts'
import { endOfMonth } from '../memory/month.ts'

const REFUSED = 'The service does not accept the key and the secret. Enter them again in Settings.'
const FORBIDDEN = 'A limit of the subscription is reached. Work goes on when it begins anew.'
const SPENT = 'The budget of this month is spent. Work goes on next month, or when the budget is raised in Settings.'

/** Stops requests for as long as this error demands; `forbiddenMs` is how long a 403 is left alone. */
export function tripFor(
  { kind, message, afterMs }: RemoteError,
  breaker: CircuitBreaker,
  { nowMs, forbiddenMs }: { nowMs: number; forbiddenMs: number },
): void {
  if (kind === 'refused') breaker.trip('refused', REFUSED)
  else if (kind === 'forbidden') breaker.tripUntil('forbidden', `${FORBIDDEN} ${message}`, nowMs + forbiddenMs)
  else if (kind === 'budget') breaker.tripUntil('budget-spent', SPENT, endOfMonth(nowMs))
  else breaker.backOff(`${message} It is asked again by itself.`, afterMs)
}
