import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { registerDocumentation } from '../../../src-main/service/documentation/register-documentation.ts'
import { v1Routes } from '../../../src-main/service/v1/routes.ts'
import { v2Routes } from '../../../src-main/service/v2/routes.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

function serve() {
  const server = fastify()
  registerDocumentation(server, { routes: [...v2Routes, ...v1Routes], resourcesDir, version: '1.2.3' })
  onTestFinished(() => server.close())
  return server
}

test.each([
  ['/', 'text/html; charset=utf-8', 'A private image analysis server'],
  ['/docs', 'text/html; charset=utf-8', '/v2/similar-images/colors/<var>{index_id}</var>'],
  ['/console', 'text/html; charset=utf-8', 'Console'],
  ['/pages/base.css', 'text/css; charset=utf-8', '--accent'],
  ['/pages/console/main.js', 'text/javascript; charset=utf-8', 'import'],
  ['/docs/similar-images', 'text/html; charset=utf-8', 'Find similar images'],
  ['/docs/limits', 'text/html; charset=utf-8', '<th scope="row">Requests at once</th><td>2</td>'],
  ['/docs/errors', 'text/html; charset=utf-8', 'invalid_authorization'],
  ['/pages/docs/search.js', 'text/javascript; charset=utf-8', 'search.json'],
  ['/pages/search.json', 'application/json; charset=utf-8', '"title":"decrease_parents"'],
  ['/pages/icon.svg', 'image/svg+xml', '<svg'],
  ['/openapi.json', 'application/json; charset=utf-8', '"openapi":"3.1.0"'],
])('%s is served under a strict policy, and again only after a change', async (url, type, text) => {
  const server = serve()
  const { statusCode, headers, body } = await server.inject(url)
  expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([200, type, 'nosniff'])
  expect(body).toContain(text)
  expect(body).not.toContain('{{')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'/,
  )
  expect(await server.inject({ url, method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' })
  expect((await server.inject({ url, headers: { 'if-none-match': String(headers['etag']) } })).statusCode).toBe(304)
})

test('pages contain no inline script or style, and refer to no other server', async () => {
  const server = serve()
  for (const url of ['/', '/docs', '/docs/migration', '/console']) {
    const { body } = await server.inject(url)
    expect(
      body.match(/<script(?![^>]*\ssrc="\/)|<style|\sstyle="|\son\w+="|(?:src|href)="(?:https?:)?\/\//g),
      url,
    ).toBeNull()
  }
})

test.each([
  ['gzip', 'gzip'],
  ['br, GZIP;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
])('a client that accepts %s gets the reference as %s', async (accepted, encoding) => {
  const server = serve()
  const plain = await server.inject('/docs')
  const { headers, rawPayload } = await server.inject({ url: '/docs', headers: { 'accept-encoding': accepted } })
  expect([headers['content-encoding'], headers['vary'], headers['etag']]).toEqual([
    encoding,
    'accept-encoding',
    plain.headers['etag'],
  ])
  expect((encoding ? gunzipSync(rawPayload) : rawPayload).toString()).toBe(plain.body)
})

test('only the console may show a picture from another server', async () => {
  const server = serve()
  const policyOf = async (url: string) => (await server.inject(url)).headers['content-security-policy']
  expect(await policyOf('/docs')).not.toContain('https:')
  expect(await policyOf('/console')).toContain("img-src 'self' blob: data: http: https:")
})

test('each operation shows its request in five languages, one of them selected, and its answer', async () => {
  const { body } = await serve().inject('/docs')
  const [, article = ''] = /<article class="operation" id="[^"]*v2-tags-post"[^]*?>([^]*?)<\/article>/.exec(body) ?? []
  expect([...article.matchAll(/class="sample" data-language="(\w+)"/g)].map(([, language]) => language)).toEqual([
    'curl',
    'python',
    'node',
    'php',
    'go',
  ])
  expect(article).toContain("form.append('language', 'en,de')")
  expect(article).toContain('The answer is the one above.')
  expect(body).toContain('<span class="name">&quot;confidence&quot;</span>: 9')
  expect(body.match(/<input type="radio" name="language"[^>]* checked/g)).toHaveLength(1)
})

test('the search finds operations, parameters, errors, and sections of every page', async () => {
  const entries: { title: string; url: string }[] = (await serve().inject('/pages/search.json')).json()
  for (const entry of [
    { title: 'POST /v2/tags', url: '/docs#v2-tags-post' },
    { title: 'rect_percentage', url: '/docs#v2-croppings-get' },
    { title: '429', url: '/docs/errors#statuses' },
    { title: 'Authentication', url: '/docs#authentication' },
    { title: '3. Wait for the ticket', url: '/docs/similar-images#ticket' },
  ])
    expect(entries).toContainEqual(expect.objectContaining(entry))
})

test('text in the reference is escaped', async () => {
  const { body } = await serve().inject('/docs')
  expect(body).toContain('such as &quot;animal&quot; beside &quot;dog&quot;')
})

test("a POST's additions to the published interface are in a separate table", async () => {
  const { body } = await serve().inject('/docs')
  const [, article] = /<article class="operation" id="[^"]*v2-tags-post"[^]*?>([^]*?)<\/article>/.exec(body) ?? []
  for (const name of ['accept_feedback', 'image_url', 'image_upload_id'])
    expect(article).toMatch(new RegExp(`<code>${name}</code> <[^>]*class="addition"`))
  expect(article).not.toContain('<code>limit</code>')
})
