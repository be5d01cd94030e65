import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** How long an ending node waits for a sign of life, and how often it asks for one. */
const MAX_SILENCE_MS = 5000
const ASKED_EACH_MS = 500

/**
 * Resolves to true once a database is silent for five seconds, and to false when `signal` says that nobody needs it any
 * more.
 */
export async function untilSilent(connect: () => Promise<Client>, signal: AbortSignal): Promise<boolean> {
  for (let heard = performance.now(); !signal.aborted;) {
    const left = heard + MAX_SILENCE_MS - performance.now()
    if (left <= 0) return true
    const silence = pause(left, false, { signal, ref: false }).catch(() => false)
    if (await Promise.race([answers(connect), silence])) heard = performance.now()
    await pause(ASKED_EACH_MS, undefined, { signal, ref: false }).catch(() => {}) // nobody needs it any more
  }
  return false
}

async function answers(connect: () => Promise<Client>): Promise<boolean> {
  try {
    const client = await connect()
    try {
      await client.query('SELECT 1')
    } finally {
      await client.end()
    }
    return true
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: unknown }
    return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) // a refusal is an answer, too
  }
}
