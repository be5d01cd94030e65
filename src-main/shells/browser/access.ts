import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may talk to the server: a browser on this machine that shows the token, on a page that this server sent. No
 * cookie holds it, since browsers send those of 127.0.0.1 to every port, whatever program listens there.
 */
export type Access = {
  readonly token: string
  /**
   * Stands in the addresses of pictures. It opens pictures and nothing else, so that an address that somebody copies
   * does not open the library.
   */
  readonly pictureKey: string
  /** Why a request is refused whoever sends it, or null. Guards against other sites' pages and rebound names. */
  findForeign(request: IncomingMessage, port: number): string | null
  hasToken(candidate: unknown): boolean
  hasPictureKey(candidate: unknown): boolean
}

/** A fresh token for each start, unless one is given. */
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
