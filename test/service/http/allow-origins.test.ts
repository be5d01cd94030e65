import { describe, expect, test } from 'vitest'
import { basic, KEY, SECRET, serve } from './serve.ts'

const shop = 'https://shop.example'
const authorization = basic(KEY, SECRET)
const asks = (origin: string, more: Record<string, string> = {}) => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
    ...more,
  },
})

describe('pages of an allowed origin', () => {
  test('may send preflight requests, without credentials', async () => {
    const { address } = await serve({ access: { origins: [shop] } })
    for (const path of ['/v2/tags', '/v1/tagging', '/v2/similar-images/categories/general_v3/a/b']) {
      const { status, headers } = await fetch(`${address}${path}`, asks(shop))
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, shop])
      expect(headers.get('access-control-allow-methods')).toContain('POST')
      expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/i)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toMatch(/origin/i)
    }
  })

  test('read answers and errors, with the headers of the plan', async () => {
    const { address } = await serve({ access: { origins: [shop] } })
    for (const given of [authorization, 'none']) {
      const answer = await fetch(`${address}/v1/usage`, { headers: { origin: shop, authorization: given } })
      expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
      expect(answer.headers.get('access-control-expose-headers')).toContain('Monthly-Limit-Remaining')
    }
  })

  test('a star allows all origins', async () => {
    const { address } = await serve({ access: { origins: ['*'] } })
    const { headers } = await fetch(`${address}/v2/tags`, asks('https://any.example'))
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})

test('other origins, or all if none is allowed, read nothing', async () => {
  for (const origins of [[shop], []]) {
    const { address } = await serve({ access: { origins } })
    for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null']) {
      const asked = await fetch(`${address}/v2/tags`, asks(origin))
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
      const answer = await fetch(`${address}/v2/usage`, { headers: { origin, authorization } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
})

test('an OPTIONS request not from a browser is answered as before', async () => {
  const { address } = await serve({ access: { origins: [shop] } })
  const { status, headers } = await fetch(`${address}/v2/tags`, { method: 'OPTIONS', headers: { authorization } })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
})
