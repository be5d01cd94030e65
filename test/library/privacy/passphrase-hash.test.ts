import { expect, test } from 'vitest'
import { hashPassphrase, isPassphrase, PassphraseHash } from '../../../src-main/library/privacy/passphrase-hash.ts'

/** Weak, so that tests are quick. */
const quick = { cost: 1024, blockSize: 8, parallelization: 1 }

test('only the same passphrase is accepted, in any Unicode form', async () => {
  const kept = await hashPassphrase('grün und Blau', quick)
  expect(await isPassphrase('grün und Blau', kept)).toBe(true)
  expect(await isPassphrase('gru\u0308n und Blau', kept)).toBe(true)
  expect(await isPassphrase('grün und blau', kept)).toBe(false)
  expect(await isPassphrase('', kept)).toBe(false)
})

test('the same passphrase has another salt and hash each time', async () => {
  const [one, other] = [await hashPassphrase('same one', quick), await hashPassphrase('same one', quick)]
  expect(one.salt).not.toBe(other.salt)
  expect(one.hash).not.toBe(other.hash)
})

test('the stored hash names its parameters, which take 128 MB', { tags: 'night' }, async () => {
  const kept = PassphraseHash.parse(await hashPassphrase('a long sentence'))
  expect(128 * kept.cost * kept.blockSize).toBe(128 * 1024 * 1024)
  expect(Buffer.from(kept.hash, 'base64')).toHaveLength(32)
  expect(await isPassphrase('a long sentence', kept)).toBe(true)
})

test('parameters that would overload the machine are refused', async () => {
  const kept = await hashPassphrase('abcdef', quick)
  expect(PassphraseHash.safeParse({ ...kept, cost: 2 ** 30 }).success).toBe(false)
  expect(PassphraseHash.safeParse({ ...kept, parallelization: 10_000 }).success).toBe(false)
})
