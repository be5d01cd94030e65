const fields = 'input, textarea, select, [contenteditable]'

/** True while typing or with a dialog or menu open: plain letters then belong to it. */
export function isTyping(event: KeyboardEvent): boolean {
  return fieldOf(event) !== null || isInDialog(event)
}

/** The field that receives a typed key, or null. */
export const fieldOf = (event: Event): HTMLElement | null =>
  (event.target as HTMLElement | null)?.closest?.<HTMLElement>(fields) ?? null

/** True with a dialog or a menu open, which then receives all keys, even if it has lost the focus. */
export const isInDialog = (event: Event): boolean =>
  Boolean((event.target as HTMLElement | null)?.closest?.('[role="dialog"], [role="menu"]')) ||
  document.querySelector('.dialog, [role="dialog"][data-state="open"]') !== null

/** True if a key belongs to the focused control: Enter and the space bar press it. */
export const isOfControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && Boolean((target as HTMLElement | null)?.closest?.('button, a, summary'))
