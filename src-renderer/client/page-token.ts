const KEPT_AS = 'lumafold.token'

/**
 * The token that a page of the browser shell sends with its calls. It comes in the fragment of the address that opens
 * the page, is removed from the address at once, and is stored only for this tab and this port. Cookies and the local
 * storage would be visible to other tabs, and a cookie of 127.0.0.1 is sent to every port. Null if the page was opened
 * without one.
 */
export function takePageToken(page: Window): string | null {
  const [, given] = /^#token=([\w-]+)$/.exec(page.location.hash) ?? []
  if (given === undefined) return page.sessionStorage.getItem(KEPT_AS)
  page.sessionStorage.setItem(KEPT_AS, given)
  page.history.replaceState(null, '', page.location.pathname)
  return given
}

/** An address with another token that is opened in this tab reloads the page with it. */
export function followNewToken(page: Window): void {
  page.addEventListener('hashchange', () => {
    if (!page.location.hash.startsWith('#token=')) return
    takePageToken(page)
    page.location.reload()
  })
}
