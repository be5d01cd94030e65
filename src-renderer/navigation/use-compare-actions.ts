import { t } from '../locales/messages.ts'
import { useRoute, useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useCompare } from '../stores/compare.ts'
import { findIndex } from '../stores/tile-source.ts'
import { useToasts } from '../stores/toasts.ts'
import { useActionScopes, type Handlers } from './action-scopes.ts'
import { usePlace } from './use-place.ts'

/** As many panes as there are photos, up to what one screen can show. */
const ALL = Number.MAX_SAFE_INTEGER
/** How many photos a survey that begins with one photo has. */
const FEW = 6

/** Opens the comparison of what is selected, or of the present photo and those after it. */
export function useCompareActions(): Handlers {
  const scopes = useActionScopes()
  const store = useCompare()
  const place = usePlace()
  const route = useRoute()
  const router = useRouter()
  const toasts = useToasts()

  /** Several photos are compared with one another, one photo with those that follow it in the list. */
  const candidates = async (): Promise<readonly PhotoId[]> => {
    const chosen = scopes.target?.known() ?? (await scopes.target?.ids()) ?? []
    const [first] = chosen
    if (first === undefined || chosen.length > 1) return chosen
    const index = await findIndex(place.source.value, first)
    return index < 0 ? chosen : (await place.source.value.ids()).slice(index)
  }
  const compare = (panes: number) => () =>
    toasts.attempt(t('navigation.nothingToCompare'), async () => {
      const ids = await candidates()
      if (ids.length < 2) return toasts.say(t('navigation.nothingToCompare'), t('navigation.selectTwo'))
      const isSurvey = panes === ALL
      const all = isSurvey && (scopes.target?.known()?.length ?? 0) < 2 ? ids.slice(0, FEW) : ids
      store.open(all, panes, route.fullPath)
      await router.push({ path: '/compare', query: route.query })
    })
  return { compare: compare(2), 'compare-four': compare(4), survey: compare(ALL) }
}
