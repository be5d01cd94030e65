import { say } from '../../../contract/sentences/say.ts'
import type { RemoteError } from '../http/remote-error.ts'
import type { CircuitBreaker } from '../limits/circuit-breaker.ts'
import { endOfMonth } from '../memory/month.ts'

const REFUSED = say('remote.refused')
const FORBIDDEN = say('remote.limit')
const SPENT = say('remote.spent')

/** Stops requests for as long as this error demands; `forbiddenMs` is how long a 403 is left alone. */
export function tripFor(
  { kind, message, afterMs }: RemoteError,
  breaker: CircuitBreaker,
  { nowMs, forbiddenMs }: { nowMs: number; forbiddenMs: number },
): void {
  if (kind === 'refused') breaker.trip('refused', REFUSED)
  else if (kind === 'forbidden') breaker.tripUntil('forbidden', `${FORBIDDEN} ${message}`, nowMs + forbiddenMs)
  else if (kind === 'budget') breaker.tripUntil('budget-spent', SPENT, endOfMonth(nowMs))
  else breaker.backOff(`${message} ${say('remote.againByItself')}`, afterMs)
}
