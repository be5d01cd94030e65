import { AppError } from '../../contract/errors.ts'

const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u

/** Checks a name given to an account: 1 to 100 characters; throws AppError `bad-params`. */
export function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > 100 || !PRINTABLE.test(trimmed))
    throw new AppError('bad-params', 'The name of an account has 1 to 100 characters.')
  return trimmed
}

/** Checks a key that a person chose: Basic authentication ends it at the first colon. */
export function checkKey(key: string): string {
  if (!/^[\x21-\x39\x3b-\x7e]{1,128}$/.test(key))
    throw new AppError('bad-params', 'A key has 1 to 128 letters, digits or signs of ASCII, no colon and no space.')
  return key
}

/** Checks a secret that a person chose. */
export function checkSecret(secret: string): string {
  if (secret.length > 1024 || !PRINTABLE.test(secret))
    throw new AppError('bad-params', 'A secret has 1 to 1024 characters and no control characters.')
  return secret
}
