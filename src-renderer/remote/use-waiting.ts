import { computed, type ComputedRef } from 'vue'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { useRemote } from './use-remote.ts'
import { describeWaiting } from './describe-remote.ts'

/** Why photos wait for the service, with what to do; null if none waits, or if this machine analyses them instead. */
export function useWaiting(): ComputedRef<{ title: string; todo: string } | null> {
  const remote = useRemote(),
    analysis = useAnalysis()
  return computed(() =>
    remote.isRemote && !remote.choice.fallBack && analysis.status.pending > 0 ? describeWaiting(remote.state) : null,
  )
}
