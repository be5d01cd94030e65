import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

/** Cost of a hash: 16 MB of memory and some 40 ms of a core. Kept in each hash, so that it can be raised later. */
const COST = { N: 16_384, r: 8, p: 1 } as const
const HASH_BYTES = 32

/** A salted scrypt hash (RFC 7914) of a secret as text, `scrypt$N$r$p$salt$hash`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(secret, salt, HASH_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether a secret is the one of a hash; takes the same time for any secret. */
export async function fitsHash(secret: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', expected = ''] = stored.split('$')
  if (scheme !== 'scrypt') throw new Error(`unknown scheme of a stored secret: ${scheme}`)
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
