import { AppError } from '../../contract/errors.ts'

/**
 * Maximum size of an Authorization header, and of the part of `key:secret` that fits into it as Base64 after "Basic ".
 */
export const AUTHORIZATION_BYTES = 1024
const MAX_CREDENTIALS_BYTES = Math.floor((AUTHORIZATION_BYTES - 'Basic '.length) / 4) * 3

const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u

/** Checks the name of an account: 1 to 100 characters. Throws AppError `bad-params`. */
export function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > 100 || !PRINTABLE.test(trimmed))
    throw new AppError('bad-params', 'The name of an account has 1 to 100 characters.')
  return trimmed
}

/** Checks a key that a person chose: Basic authentication ends the key at the first colon. */
export function checkKey(key: string): string {
  if (!/^[\x21-\x39\x3b-\x7e]{1,128}$/.test(key))
    throw new AppError('bad-params', 'A key has 1 to 128 letters, digits or signs of ASCII, no colon and no space.')
  return key
}

/**
 * Checks a secret that a person chose: together with its key it must fit into the Authorization header. Throws AppError
 * `bad-params`.
 */
export function checkSecret(key: string, secret: string): string {
  const max = MAX_CREDENTIALS_BYTES - Buffer.byteLength(key) - 1
  if (Buffer.byteLength(secret) > max || !PRINTABLE.test(secret))
    throw new AppError('bad-params', `The secret of this key has 1 to ${max} bytes and no control characters.`)
  return secret
}
