import { MAX_IN_SET } from '../../src-main/contract/library/keywords.ts'
import { t } from '../locales/messages.ts'
import { useKeywordPanel } from '../stores/keyword-panel.ts'
import { usePainter } from '../stores/painter.ts'
import { usePanels } from '../stores/panels.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { useToasts } from '../stores/toasts.ts'
import { useActionScopes, type Handlers } from './action-scopes.ts'

/** Keywords of the set by key, for what the present view acts on; the panel; the painter. */
export function useKeywordActions(): Handlers {
  const scopes = useActionScopes(),
    changes = usePersonChanges(),
    panels = usePanels(),
    panel = useKeywordPanel(),
    painter = usePainter(),
    toasts = useToasts()
  const apply = async (place: number): Promise<void> => {
    const { target } = scopes
    const ids = target?.known() ?? (await target?.ids())
    if (!ids || ids.length === 0) return
    const name = panel.slots[place]
    if (name === undefined) toasts.say(t('keywords.slotEmpty', { key: place + 1 }))
    else await changes.toggleKeyword(ids, name)
  }
  const slots = Array.from({ length: MAX_IN_SET }, (_, place) => [`keyword-${place + 1}`, () => apply(place)])
  return {
    ...(Object.fromEntries(slots) as Handlers),
    keywords: panels.toggleKeywords,
    painter: () => (painter.isOn ? painter.stop() : painter.start()),
  }
}
