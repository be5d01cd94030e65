import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { TestCertificate } from '../../../fixtures/certificates.ts'
import { basic, KEY, SECRET } from '../serve.ts'

export type SecureAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string; subject: string }

type AskOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The source address of the connection. */
  localAddress?: string
}

/**
 * Sends a request over a separate connection, with the test's credentials; rejects if none of `trusted` vouches for it.
 */
export function askSecurely(
  address: string,
  path: string,
  trusted: readonly TestCertificate[],
  { method = 'GET', headers = {}, body = '', localAddress }: AskOptions = {},
): Promise<SecureAnswer> {
  const ca = trusted.map(({ certFile }) => readFileSync(certFile, 'utf8'))
  const agent = new Agent({ keepAlive: false, ca, servername: 'localhost' })
  return new Promise((resolve, reject) => {
    const authorization = basic(KEY, SECRET)
    const asked = request(
      `${address}${path}`,
      { agent, method, localAddress, headers: { authorization, ...headers } },
      (response) => {
        const subject = String((response.socket as TLSSocket).getPeerCertificate().subject.CN)
        let text = ''
        response.on('data', (chunk) => (text += chunk)).once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, subject }),
        )
      },
    )
    asked.once('error', reject).end(body)
  })
}
