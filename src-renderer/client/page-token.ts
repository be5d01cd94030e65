const KEPT_AS = 'lumafold.token'

/**
 * What a page of the browser shell shows with its calls. It comes behind the hash of the address that opens the page,
 * is taken out of the address at once, and is kept for this tab and this port alone: cookies and the local storage
 * would be there for other tabs, and a cookie of 127.0.0.1 goes to every port. Null where the page was opened without
 * one.
 */
export function takePageToken(page: Window): string | null {
  const [, given] = /^#token=([\w-]+)$/.exec(page.location.hash) ?? []
  if (given === undefined) return page.sessionStorage.getItem(KEPT_AS)
  page.sessionStorage.setItem(KEPT_AS, given)
  page.history.replaceState(null, '', page.location.pathname)
  return given
}

/** An address with another token that is opened in this tab loads the page anew with it. */
export function followNewToken(page: Window): void {
  page.addEventListener('hashchange', () => {
    if (!page.location.hash.startsWith('#token=')) return
    takePageToken(page)
    page.location.reload()
  })
}
