import { createHash, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

/** Cost of a hash: 16 MB of memory and about 40 ms of a core. Each hash contains it, so that it can be raised later. */
const COST = { N: 16_384, r: 8, p: 1 } as const
const HASH_BYTES = 32

/** A salted scrypt hash (RFC 7914) of a secret that a person chose, as text `scrypt$N$r$p$salt$hash`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(secret, salt, HASH_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * A salted SHA-256 of a generated secret, as text `sha256$salt$hash`. Its 238 random bits cannot be guessed, so a
 * comparison may take only microseconds.
 */
export function hashMadeSecret(secret: string): string {
  const salt = randomBytes(16)
  return ['sha256', salt.toString('base64url'), digest(secret, salt).toString('base64url')].join('$')
}

/** Whether comparing a secret with a hash takes only microseconds. */
export const isQuickHash = (stored: string): boolean => stored.startsWith('sha256$')

/** Whether a secret matches a hash; takes the same time for any secret. Throws for an unknown scheme. */
export async function fitsHash(secret: string, stored: string): Promise<boolean> {
  const [scheme, ...parts] = stored.split('$')
  if (scheme === 'sha256') {
    const [salt, expected] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
    return timingSafeEqual(digest(secret, salt), expected)
  }
  if (scheme === 'scrypt') return fitsScrypt(secret, parts)
  throw new Error(`unknown scheme of a stored secret: ${scheme}`)
}

const digest = (secret: string, salt: Buffer): Buffer =>
  createHash('sha256').update(salt).update(secret.normalize('NFC')).digest()

async function fitsScrypt(secret: string, [N, r, p, salt = '', expected = '']: readonly string[]): Promise<boolean> {
  const hash = Buffer.from(expected, 'base64url')
  const given = await derive(secret, Buffer.from(salt, 'base64url'), hash.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, hash)
}

function derive(secret: string, salt: Buffer, bytes: number, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(secret.normalize('NFC'), salt, bytes, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
