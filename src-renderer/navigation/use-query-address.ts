import { useLocalStorage } from '@vueuse/core'
import { watch } from 'vue'
import { START_LOCATION, useRouter } from 'vue-router'
import { isSameAddress, readAddress } from '../photos/query-address.ts'
import { useQuery } from '../photos/query.ts'

/**
 * Keeps the query and the address the same. A step of the person is a step of the history, so that Back undoes it; a
 * reload and a shared link show it. An address without a query shows the last one before the restart.
 */
export function useQueryAddress(): void {
  const router = useRouter()
  const query = useQuery()
  const kept = useLocalStorage('last-search', '')
  const first = router.resolve(router.options.history.location)
  let written = query.step

  const here = () => (router.currentRoute.value === START_LOCATION ? first : router.currentRoute.value)
  const isBare = first.path === '/' && isSameAddress(first.query, {})
  query.restore(readAddress(isBare ? Object.fromEntries(new URLSearchParams(kept.value)) : first.query))
  if (!isSameAddress(first.query, query.address)) void router.replace({ path: first.path, query: query.address })

  watch(
    () => query.address,
    (address) => {
      kept.value = new URLSearchParams(address).toString()
      if (isSameAddress(here().query, address)) return
      const isNewStep = query.step !== written
      written = query.step
      const next = { path: here().path, query: address }
      void (isNewStep ? router.push(next) : router.replace(next))
    },
    // At once, so that it is one step with another navigation in the same moment.
    { flush: 'sync' },
  )
  watch(
    () => router.currentRoute.value,
    (now) => {
      if (now !== START_LOCATION && !isSameAddress(now.query, query.address)) query.restore(readAddress(now.query))
    },
  )
}
