/** A window that is not seen paints nothing: what waits for it goes on after so many milliseconds. */
const LONGEST_MS = 100

/**
 * Resolves once what was changed before is on the screen: for work that a person shall not wait for. A picture that was
 * decoded ahead is drawn in the second frame.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, LONGEST_MS)
  })
