/**
 * Content security policy of the window's page: only its own files, no inline scripts, no other network. `connect`
 * lists further origins for connections.
 */
function contentSecurityPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Components position themselves with style attributes; style sheets still come from files only.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A page keeps a map tile for an hour; the library keeps it longer, and revalidates it. */
export const TILE_CACHING = 'private, max-age=3600'

/** Headers of every answer to a page. */
export function pageHeaders(connect: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(connect),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=()',
  }
}
