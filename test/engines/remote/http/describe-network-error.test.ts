import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { describeNetworkError } from '../../../../src-main/engines/remote/http/describe-network-error.ts'

test('https where only http is spoken is not taken for a certificate that is not trusted', async () => {
  const server = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const error = await request(address).then(
      () => undefined,
      (failure: unknown) => describeNetworkError(failure, address),
    )
    expect(inEnglish(error?.text)).toMatch(/cannot be reached: it does not speak https/)
    expect(error?.mayBePaid).toBe(false)
  } finally {
    server.close()
  }
})
