import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useConnection } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePhotoSource } from '../photo/use-photo-source.ts'
import { useSelection } from '../photos/selection.ts'

/** The file with which this page began: another build has it under another name. */
const ownFile = (): string =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src')?.split('/').at(-1) ?? ''
/** Where a tab remembers from which build it was loaded again. */
const KEPT_AS = 'lumafold.loaded-again'

/**
 * Views that are loaded when they are first shown belong to one build, and an update under an open window removes their
 * files. The window is then loaded again, once, and says so, with the same photos selected; while something is being
 * written, only the notice appears, and the person decides. A part that is missing for another reason is only reported.
 */
export function useFreshParts(): void {
  const toasts = useToasts()
  const { state } = useConnection()
  const before = sessionStorage.getItem(KEPT_AS)
  if (before !== null && before !== ownFile()) {
    sessionStorage.removeItem(KEPT_AS)
    toasts.say(t('app.updated'), t('app.loadedAgain'))
  }
  const keepSelection = useKeptSelection()
  const loadAgain = (): void => {
    sessionStorage.setItem(KEPT_AS, ownFile())
    keepSelection()
    location.reload()
  }
  const report = (title: string, detail: string): void =>
    toasts.show({
      kind: 'error',
      about: 'parts',
      title,
      detail,
      action: { label: t('app.loadAgain'), run: loadAgain },
    })
  const onMissing = async (): Promise<void> => {
    // A server with another address is reported above the photos, and this page could not reach it.
    if (state.value === 'refused') return
    const wasInVain = sessionStorage.getItem(KEPT_AS) !== null
    if (wasInVain || !(await isReplaced())) report(t('app.partMissing'), t('app.partMissingDetail'))
    else if (isWriting()) report(t('app.updated'), t('app.updatedDetail'))
    else loadAgain()
  }
  useEventListener(window, 'vite:preloadError', () => void onMissing())
}

/** Where a tab remembers which photos were selected. */
const SELECTION_KEPT_AS = 'lumafold.selection'
/** More would not fit into the memory of a tab. */
const MAX_KEPT = 200_000
type KeptSelection = { index: number; id: PhotoId; selected: readonly PhotoId[] }

/**
 * Selects again what an earlier page of this tab kept, once the photos are there, and shows the focused one. The result
 * keeps the selection for the next page; without a focused photo, the list will begin with the first one in view.
 */
function useKeptSelection(): () => void {
  const selection = useSelection()
  const source = usePhotoSource()
  const kept = sessionStorage.getItem(SELECTION_KEPT_AS)
  sessionStorage.removeItem(SELECTION_KEPT_AS)
  const { stop } = watch(
    () => kept !== null && source.value.total > 0,
    (isThere) => {
      if (kept === null || !isThere) return
      stop()
      const { index, id, selected } = JSON.parse(kept) as KeptSelection
      selection.lead(index, id, selected)
    },
  )
  return () => {
    const { focusIndex, focusId, list } = selection
    const first = focusId === null ? firstInView() : { index: focusIndex, id: focusId }
    if (first === null || list.length > MAX_KEPT) return
    sessionStorage.setItem(SELECTION_KEPT_AS, JSON.stringify({ ...first, selected: list } satisfies KeptSelection))
  }
}

/** The first photo of the list that begins in view; null if there is no list. */
function firstInView(): { index: number; id: PhotoId } | null {
  const list = document.querySelector('.scroller')?.getBoundingClientRect()
  const tiles = [...document.querySelectorAll<HTMLElement>('.scroller [data-photo]')]
  const first = list && tiles.find((tile) => tile.getBoundingClientRect().top >= list.top)
  return first ? { index: Number(first.dataset['index']), id: Number(first.dataset['photo']) } : null
}

/** Whether the page that the server has now is of another build. A server that does not answer has replaced nothing. */
async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(ownFile())
  } catch {
    return false
  }
}

/** Whether there is text that would be lost: in the field with the focus, or in any field of an open dialog. */
function isWriting(): boolean {
  const fields = [document.activeElement, ...document.querySelectorAll('[role="dialog"] :is(input, textarea)')]
  return fields.some((field) => hasText(field))
}

/** Kinds of input fields that hold what was typed. */
const WRITTEN = new Set(['text', 'search', 'url', 'email', 'tel', 'number', 'password', 'date', 'time'])
const hasText = (field: Element | null): boolean =>
  (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && WRITTEN.has(field.type))) &&
  field.value !== ''
