import type { FastifyRequest } from 'fastify'
import { AUTHORIZATION_BYTES } from '../accounts/stored-accounts.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Account, Accounts } from '../ports/ports.ts'

const CHALLENGE = { 'www-authenticate': 'Basic realm="Lumafold", charset="UTF-8"' }
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i

/** The account of an Authorization header; throws 401 with a challenge if the header is missing, malformed or wrong. */
export async function authenticate(
  { headers, client }: Pick<FastifyRequest, 'headers' | 'client'>,
  accounts: Pick<Accounts, 'authenticate'>,
): Promise<Account> {
  const { key, secret } = readBasic(headers.authorization)
  const account = await accounts.authenticate(key, secret, client)
  if (account === null) throw refuse('The key or the secret in the Authorization header is wrong.')
  return account
}

function readBasic(header: string | undefined): { key: string; secret: string } {
  if (header === undefined || header.trim() === '')
    throw refuse(
      'The request has no Authorization header. Send HTTP Basic authentication with the API key as user name and the API secret as password.',
    )
  const encoded = header.length <= AUTHORIZATION_BYTES ? BASIC.exec(header.trim())?.[1] : undefined
  if (encoded === undefined)
    throw refuse('The Authorization header is malformed: it must be "Basic", a space and the Base64 of key:secret.')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw refuse('The Authorization header is malformed: its Base64 text must be key:secret.')
  return { key: text.slice(0, colon), secret: text.slice(colon + 1) }
}

const refuse = (message: string) => new ServiceError(401, message, CHALLENGE)
