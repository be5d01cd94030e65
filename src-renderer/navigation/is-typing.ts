/** True while typing or with a dialog or menu open: plain letters then belong there. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    Boolean(target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) ||
    document.querySelector('.dialog') !== null
  )
}
