import type { IndexesLog } from './log.ts'

/** Tells whoever asked that a training has ended; what goes wrong there is logged and harms nothing here. */
export async function callBack(
  callbacks: Map<string, (ticketId: string) => unknown>,
  ticketId: string,
  log: IndexesLog,
): Promise<void> {
  const onDone = callbacks.get(ticketId)
  callbacks.delete(ticketId)
  try {
    await onDone?.(ticketId)
  } catch (error) {
    log.warn('telling of a finished training failed', { ticketId, error })
  }
}
