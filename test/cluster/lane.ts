import { setTimeout as pause } from 'node:timers/promises'
import type { Heard } from '../service/service/client.ts'
import type { CallbackServer } from './callback-server.ts'
import type { Ledger } from './ledger.ts'
import type { Picture } from './pictures.ts'
import type { Requester } from './requester.ts'
import type { RunState } from './run-state.ts'

/** One client that does one thing after another. */
export type Lane = {
  /** Ids with this prefix belong to this lane alone. */
  name: string
  requester: Requester
  ledger: Ledger
  /** Another account's data, which must not be visible. */
  foreign: Ledger
  pictures: readonly Picture[]
  callbacks: CallbackServer
  state: RunState
  /** 0 to 1, the same for a seed. */
  random: () => number
}
/** An action of a client. */
export type Action = (lane: Lane) => Promise<unknown>

export const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)]

/** Does actions until the work ends, each as often as its weight says. */
export async function workOff(lane: Lane, actions: readonly (readonly [weight: number, Action])[]): Promise<void> {
  const all = actions.reduce((sum, [weight]) => sum + weight, 0)
  while (lane.state.isWorking && !lane.requester.isRemoved) {
    let at = lane.random() * all
    const [, action] = actions.find(([weight]) => (at -= weight) < 0) ?? actions[0]!
    try {
      await action(lane)
    } catch (error) {
      lane.state.fault(`${lane.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
    await pause(20 + lane.random() * 80)
  }
}

/** The result of an answer, undefined if there is none. */
export const resultOf = (heard: Heard | null) => (heard && heard.status < 300 ? heard.body?.result : undefined)
