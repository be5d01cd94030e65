/**
 * Delays what a line of a menu does until the menu has closed. A field that got the focus before would lose it to the
 * menu, and editing a name in place ends when its field loses the focus. The content of the menu has `onCloseAutoFocus`
 * as its listener.
 */
export function useAfterMenu(): { later(run: () => unknown): void; onCloseAutoFocus(event: Event): void } {
  let next: (() => unknown) | null = null
  return {
    later: (run) => {
      next = run
    },
    onCloseAutoFocus: (event) => {
      if (next === null) return
      event.preventDefault() // The focus does not return to what opened the menu.
      setTimeout(next)
      next = null
    },
  }
}
