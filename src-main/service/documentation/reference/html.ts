/** Text as it can stand in HTML, also in attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Plain text whose words between backticks are code. */
export const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** What stands in an address after the hash. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** The mark of what the published interface does not have. */
export const additionMark = '<span class="addition" title="The published interface does not have this">addition</span>'
