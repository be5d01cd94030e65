import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const MAX_MEMORY = 512 * 1024 * 1024

/** A stored passphrase: scrypt with its parameters (RFC 7914), salt and hash in base64. */
export const PassphraseHash = z.object({
  function: z.literal('scrypt'),
  /** Limited, so that a file from elsewhere cannot keep the machine busy. */
  cost: z.int().min(1024).max(1_048_576),
  blockSize: z.int().min(1).max(32),
  parallelization: z.int().min(1).max(16),
  salt: z.base64().min(16),
  hash: z.base64().min(32),
})
export type PassphraseHash = z.infer<typeof PassphraseHash>
type Parameters = Pick<PassphraseHash, 'cost' | 'blockSize' | 'parallelization'>

/** 128 MB and some tenths of a second for each try. */
const PARAMETERS: Parameters = { cost: 131_072, blockSize: 8, parallelization: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashes a new passphrase with its own salt. */
export async function hashPassphrase(passphrase: string, parameters = PARAMETERS): Promise<PassphraseHash> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(passphrase, salt, HASH_BYTES, parameters)
  return { function: 'scrypt', ...parameters, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Whether a passphrase is the one that was hashed. */
export async function isPassphrase(passphrase: string, kept: PassphraseHash): Promise<boolean> {
  const expected = Buffer.from(kept.hash, 'base64')
  const found = await derive(passphrase, Buffer.from(kept.salt, 'base64'), expected.length, kept)
  return timingSafeEqual(found, expected)
}

/** The same letters in another Unicode form are the same passphrase: keyboards differ. */
function derive(
  passphrase: string,
  salt: Buffer,
  bytes: number,
  { cost, blockSize, parallelization }: Parameters,
): Promise<Buffer> {
  const options = { cost, blockSize, parallelization, maxmem: MAX_MEMORY }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
