import { useEventListener } from '@vueuse/core'
import { usePanels } from '../navigation/use-panels.ts'

/** Areas of the window in the order in which `F6` goes through them. */
const areas = [
  '[data-area="sidebar"]',
  'header.bar',
  '[role="grid"], [data-area="page"]',
  '[data-area="information"], [data-area="history"], aside.keywords',
]
const focusable = '[tabindex="0"], button:not(:disabled), input, a[href]'

/**
 * `Tab` shows and hides the panels if the focus is on a photo, or on nothing; elsewhere it moves the focus, as
 * Shift+Tab always does. `F6` moves to the next area of the window, from a photo too.
 */
export function usePanelKeys(): void {
  const panels = usePanels()
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'F6') {
      if (goToNextArea(event.shiftKey)) event.preventDefault()
    } else if (event.key === 'Tab' && !event.shiftKey && isOnPhoto(event.target)) {
      event.preventDefault()
      panels.togglePanels()
    }
  })
}

function isOnPhoto(target: EventTarget | null): boolean {
  if (document.querySelector('.dialog, [role="menu"], .popover') !== null) return false
  return (
    target === document.body ||
    (target instanceof Element && target.matches('[role="grid"] [data-index], [data-area="photo"]'))
  )
}

/** Moves the focus to the next area of the window, or to the one before; false if there is none. */
export function goToNextArea(isBack: boolean): boolean {
  const shown = areas.flatMap((selector) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (area) => area.closest('[inert]') === null && area.checkVisibility(),
    ),
  )
  const at = shown.findIndex((area) => area.contains(document.activeElement))
  const step = isBack ? shown.length - 1 : 1
  const area = shown[(at + step) % shown.length]
  const next =
    area?.querySelector<HTMLElement>('[data-index][tabindex="0"]') ?? area?.querySelector<HTMLElement>(focusable)
  next?.focus()
  return next !== undefined && next !== null
}
