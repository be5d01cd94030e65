import { shallowRef } from 'vue'
import type { RemoteTest } from '../../src-main/contract/library/remote.ts'
import type { Client } from '../client/connection.ts'
import { describeError } from '../client/describe-error.ts'
import { CallOrder } from './call-order.ts'

/** The result of the last test of the service. */
export type TestOutcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'answered'; answer: RemoteTest }
  | { kind: 'failed'; problem: string }

/** Tests the remote service; `prepare` runs first and saves what the test depends on. */
export function useServiceTest(library: Client['library'], prepare: () => Promise<void>) {
  const outcome = shallowRef<TestOutcome>({ kind: 'none' })
  const order = new CallOrder()

  const call = (): Promise<TestOutcome> =>
    library.remote.test().then(
      (answer) => ({ kind: 'answered' as const, answer }),
      (error: unknown) => ({ kind: 'failed' as const, problem: describeError(error) }),
    )
  /** Calls the service. An answer that a later test overtook is not shown. */
  const test = async (): Promise<void> => {
    await prepare()
    const isLatest = order.start()
    outcome.value = { kind: 'running' }
    const result = await call()
    if (isLatest()) outcome.value = result
  }
  const forgetOutcome = (): void => {
    order.invalidate()
    outcome.value = { kind: 'none' }
  }

  return { outcome, test, forgetOutcome }
}
