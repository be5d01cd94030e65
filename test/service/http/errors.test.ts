import { describe, expect, test } from 'vitest'
import { basic, KEY, SECRET, serve } from './serve.ts'
import { sendRaw } from './raw.ts'

describe('credentials', () => {
  test.each([
    ['none', undefined],
    ['another scheme', 'Bearer abc'],
    ['no base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['a wrong secret', basic(KEY, 'wrong')],
    ['an unknown key', basic('acc_none', SECRET)],
  ])('with %s the answer is 401 with a challenge', { tags: 'night' }, async (_what, authorization) => {
    const { address } = await serve()
    for (const path of ['/v2/tags', '/v1/tagging', '/v2/nothing', '/v2/uploads']) {
      const response = await fetch(address + path, { headers: authorization === undefined ? {} : { authorization } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
      const body = await response.json()
      if (path.startsWith('/v1'))
        expect(body).toMatchObject({
          status: 'error',
          type: 'invalid_authorization',
          message: expect.stringMatching(/\w/),
        })
      else expect(body).toMatchObject({ status: { type: 'error', text: expect.stringMatching(/\w/) } })
    }
  })
})

describe('addresses and methods', () => {
  test("an unknown endpoint is 404 in its version's envelope", async () => {
    const { ask } = await serve()
    const v2 = await ask('/v2/nothing')
    expect(v2.status).toBe(404)
    expect(v2.headers.get('content-type')).toMatch(/^application\/json/)
    expect(v2.body.status.type).toBe('error')
    expect((await ask('/v1/nothing')).body).toMatchObject({ status: 'error', type: 'not_found' })
  })

  test.each([
    ['PUT', '/v2/tags', 'GET, POST'],
    ['DELETE', '/v2/colors/', 'GET, POST'],
    ['POST', '/v1/tagging', 'GET'],
    ['GET', '/v2/uploads', 'POST'],
    ['PATCH', '/v2/similar-images/colors/index', 'GET, POST, PUT, DELETE'],
    ['POST', '/v2/similar-images/colors/index/entry', 'GET, DELETE'],
    ['OPTIONS', '/v2/categorizers', 'GET'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const { ask } = await serve()
    const { status, headers } = await ask(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
  })

  test('a malformed percent sign in the path is 400', async () => {
    const { address } = await serve()
    const { status, body } = await sendRaw(address, [
      `GET /v2/tags/%zz HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`,
    ])
    expect(status).toBe(400)
    expect(JSON.parse(body).status.type).toBe('error')
  })

  test('a non-HTTP request is 400 in an envelope', async () => {
    const { address } = await serve()
    const { status, body } = await sendRaw(address, ['hello there\r\n\r\n'])
    expect(status).toBe(400)
    expect(JSON.parse(body).status.type).toBe('error')
  })

  test('endless headers are 431', async () => {
    const { address } = await serve()
    const { status } = await sendRaw(address, [
      `GET /v2/usage HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
    ])
    expect(status).toBe(431)
  })
})

describe('Accept', () => {
  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/json', 200],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 200],
    ['application/*', 200],
    ['text/html', 406],
    ['application/xml, text/html;q=0.8', 406],
    ['application/json;q=0, text/html', 406],
  ])('%s gives %i', async (accept, expected) => {
    const { address } = await serve()
    const head = accept === undefined ? '' : `Accept: ${accept}\r\n`
    const { status, body } = await sendRaw(address, [
      `GET /v2/usage HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n${head}\r\n`,
    ])
    expect(status).toBe(expected)
    expect(JSON.parse(body).status.type).toBe(expected === 200 ? 'success' : 'error')
  })
})

describe('internal faults', () => {
  test('an unexpected error is 500 without its cause, which the log has under the request id', async () => {
    const { ask, analysis, log } = await serve({ pictures: { 'http://a/b.jpg': Buffer.from('picture') } })
    analysis.state.failure = new Error('the password is hunter2 in /home/someone')
    const { status, body, headers } = await ask('/v2/tags?image_url=http://a/b.jpg', {
      headers: { 'x-request-id': 'my-id-7' },
    })
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/hunter2|home/)
    expect(body.status.text).toContain('my-id-7')
    expect(headers.get('x-request-id')).toBe('my-id-7')
    expect(log.lines.find(({ level }) => level === 'error')?.details).toMatchObject({
      requestId: 'my-id-7',
      error: expect.stringContaining('hunter2'),
    })
  })

  test('the log has neither credentials nor addresses of pictures', async () => {
    const { ask, log } = await serve({ pictures: { 'http://a/secret-name.jpg': Buffer.from('picture') } })
    await ask('/v2/tags?image_url=http://a/secret-name.jpg')
    const text = JSON.stringify(log.lines)
    expect(text).toContain('/v2/tags')
    expect(text).not.toMatch(/secret-name|secret-of-the-test|Basic/)
  })
})
