import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Who may talk to the server: a browser on this machine that has shown the token, on a page that this server sent. */
export type Access = {
  readonly token: string
  /** Why a request is refused whoever sends it, or null. Guards against other sites' pages and rebound names. */
  findForeign(request: IncomingMessage, port: number): string | null
  hasToken(candidate: unknown): boolean
  hasCookie(request: IncomingMessage, port: number): boolean
  /** The value of a `set-cookie` header. */
  cookie(port: number): string
}

/** A fresh token for each start, unless one is given. */
export function createAccess(token: string = randomBytes(24).toString('base64url')): Access {
  const isToken = (candidate: unknown) =>
    typeof candidate === 'string' && timingSafeEqual(digest(candidate), digest(token))
  return {
    token,
    findForeign(request, port) {
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
      if (!hosts.includes(request.headers.host ?? '')) return 'This address is not served here.'
      const { origin } = request.headers
      const isUpgrade = request.headers.upgrade !== undefined
      if (origin === undefined) return isUpgrade ? 'A connection must say which page opens it.' : null
      return hosts.some((host) => origin === `http://${host}`) ? null : 'Pages of other sites may not use this server.'
    },
    hasToken: isToken,
    hasCookie: (request, port) => isToken(readCookie(request.headers.cookie ?? '', cookieName(port))),
    cookie: (port) => `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  }
}

/** Browsers share cookies between the ports of a host, so that the port belongs into the name. */
const cookieName = (port: number) => `lumafold_${port}`

const digest = (text: string) => createHash('sha256').update(text).digest()

function readCookie(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
