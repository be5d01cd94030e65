import { createPublicKey, verify } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'

/**
 * The text of a feed's file if its signature is valid; throws `bad-params` otherwise. The file names the SHA-512 of the
 * downloads, so one signature covers the whole release on every system. `signature` is Ed25519 in base64, `publicKey`
 * is in PEM.
 */
export function readSigned(text: string, signature: string, publicKey: string): string {
  const isTrue = verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature.trim(), 'base64'))
  if (isTrue) return text
  throw new AppError('bad-params', say('updates.notSigned'))
}
