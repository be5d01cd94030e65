import { computed, type ComputedRef } from 'vue'
import type { SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { restsOnAnalysis } from '../../src-main/contract/library/search/rests-on-analysis.ts'
import { useFacets } from '../search/filters/facets.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { useQuery } from '../photos/query.ts'

/**
 * How many photos may be missing from the list because they are not analysed yet. Client mode hides such photos, and a
 * search for what the analysis finds cannot find them. 0 if neither applies.
 */
export function useWaitingPhotos(): ComputedRef<number> {
  const privacy = usePrivacy(),
    query = useQuery()
  const waiting = useWaitingFor(() => query.terms)
  return computed(() => privacy.state.withoutVerdict || waiting.value)
}

/** The same for any search, regardless of what client mode hides. */
export function useWaitingFor(terms: () => readonly SearchNode[]): ComputedRef<number> {
  const facets = useFacets()
  return computed(() => {
    if (!restsOnAnalysis(terms())) return 0
    return facets.overview.statuses.find(({ status }) => status === 'pending')?.count ?? 0
  })
}
