/**
 * What a line of a menu does once the menu is gone: a field that took the focus before would lose it to the menu, and a
 * name that is written in place ends when its field loses the focus. The content of the menu has `onCloseAutoFocus` as
 * its listener.
 */
export function useAfterMenu(): { later(run: () => unknown): void; onCloseAutoFocus(event: Event): void } {
  let next: (() => unknown) | null = null
  return {
    later: (run) => {
      next = run
    },
    onCloseAutoFocus: (event) => {
      if (next === null) return
      event.preventDefault() // What the menu was opened from does not get the focus back.
      setTimeout(next)
      next = null
    },
  }
}
