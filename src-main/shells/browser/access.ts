import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may use the server: a browser on this machine that presents the token, on a page from this server. The token is
 * not in a cookie, because browsers send cookies of 127.0.0.1 to every port, whichever program listens there.
 */
export type Access = {
  readonly token: string
  /**
   * Part of the addresses of pictures. It gives access to pictures only, so that a copied address does not open the
   * library.
   */
  readonly pictureKey: string
  /** Why a request is refused whoever sends it, or null. Protects against pages of other sites and rebound names. */
  findForeign(request: IncomingMessage, port: number): string | null
  hasToken(candidate: unknown): boolean
  hasPictureKey(candidate: unknown): boolean
}

/** Each start uses a new token, unless one is given. */
export function createAccess(token: string = randomBytes(24).toString('base64url')): Access {
  const pictureKey = createHmac('sha256', token).update('pictures').digest('base64url').slice(0, 32)
  return {
    token,
    pictureKey,
    findForeign(request, port) {
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
      if (!hosts.includes(request.headers.host ?? '')) return 'This address is not served here.'
      const { origin } = request.headers
      const isUpgrade = request.headers.upgrade !== undefined
      if (origin === undefined) return isUpgrade ? 'A connection must say which page opens it.' : null
      return hosts.some((host) => origin === `http://${host}`) ? null : 'Pages of other sites may not use this server.'
    },
    hasToken: (candidate) => isSame(candidate, token),
    hasPictureKey: (candidate) => isSame(candidate, pictureKey),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isSame = (candidate: unknown, secret: string) =>
  typeof candidate === 'string' && timingSafeEqual(digest(candidate), digest(secret))
