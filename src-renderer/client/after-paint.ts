/** A window that is not visible does not paint: callers continue after this many milliseconds. */
const MAX_WAIT_MS = 100

/**
 * Resolves once earlier changes are on the screen: for work that must not delay the person. A picture that was decoded
 * ahead is drawn in the second frame.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, MAX_WAIT_MS)
  })
