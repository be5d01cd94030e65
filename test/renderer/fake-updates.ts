import { implement } from '@orpc/server'
import { shellContract } from '../../src-main/contract/shell/contract.ts'
import type { UpdateState } from '../../src-main/contract/shell/updates.ts'
import { noUpdates } from '../../src-main/contract/shell/updates.ts'

/** A program that can update itself, and finds version 9.1.0 as soon as it may check. */
export function createFakeUpdates() {
  const { updates } = implement(shellContract)
  let state: UpdateState = { ...noUpdates, support: 'ready' }
  const listeners: ((state: UpdateState) => void)[] = []
  const change = (next: Partial<UpdateState>): UpdateState => {
    state = { ...state, ...next }
    for (const tell of listeners.splice(0)) tell(state)
    return state
  }
  return {
    follow: updates.follow.handler(async function* ({ signal }) {
      yield state
      while (!signal?.aborted) yield await new Promise<UpdateState>((resolve) => listeners.push(resolve))
    }),
    choose: updates.choose.handler(({ input }) =>
      change({ ...input, step: input.isOn ? 'downloaded' : 'idle', version: input.isOn ? '9.1.0' : '' }),
    ),
    check: updates.check.handler(() => state),
    install: updates.install.handler(() => undefined),
  }
}
