import { expect, test } from 'vitest'
import { fitsHash, hashSecret } from '../../../src-main/service/accounts/stored-accounts.ts'

test('the same secret has a different hash each time, and both verify', async () => {
  const [first, second] = [await hashSecret('pär'), await hashSecret('pär')]
  expect(first).not.toBe(second)
  expect(await fitsHash('pär', first)).toBe(true)
  expect(await fitsHash('pa\u0308r', second)).toBe(true)
  expect(await fitsHash('par', first)).toBe(false)
})
