import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { FollowedCertificate } from './followed-certificate.ts'

/** Settings of the HTTP server with and without TLS; times in milliseconds, sizes in bytes. */
export type HttpSettings = {
  requestTimeout: number
  keepAliveTimeout: number
  http: {
    maxHeaderSize: number
    headersTimeout: number
    requireHostHeader: boolean
    connectionsCheckingInterval: number
  }
}

/**
 * An HTTPS server (TLS 1.2 or 1.3, only HTTP/1.1) that follows a certificate. A handshake has the same time limit as
 * the headers of a request; a failed one gets no answer.
 */
export function createTlsServer(
  handler: RequestListener,
  certificate: FollowedCertificate,
  { http, requestTimeout, keepAliveTimeout }: HttpSettings,
): Server {
  const server = createServer(
    {
      ...http,
      ...certificate.bytes,
      requestTimeout,
      keepAliveTimeout,
      minVersion: 'TLSv1.2',
      handshakeTimeout: http.headersTimeout,
      ALPNProtocols: ['http/1.1'],
    },
    handler,
  )
  // Node would pass these to the handler of HTTP errors, although nobody could read its answer.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_error, socket) => socket.destroy())
  certificate.follow(server)
  return server
}
