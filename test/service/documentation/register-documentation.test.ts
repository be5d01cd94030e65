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
  ['/pages/mark.svg', 'image/svg+xml', '<svg'],
  ['/openapi.json', 'application/json; charset=utf-8', '"openapi":"3.1.0"'],
])('%s is served under a strict policy, and again only when it changed', async (url, type, text) => {
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

test('pages hold no script and no style of their own, and name nothing elsewhere', async () => {
  const server = serve()
  for (const url of ['/', '/docs', '/console']) {
    const { body } = await server.inject(url)
    expect(
      body.match(/<script(?![^>]*\ssrc="\/)|<style|\sstyle="|\son\w+="|(?:src|href)="(?:https?:)?\/\//g),
      url,
    ).toBeNull()
  }
})

test('only the console may show a picture from elsewhere', async () => {
  const server = serve()
  const policyOf = async (url: string) => (await server.inject(url)).headers['content-security-policy']
  expect(await policyOf('/docs')).not.toContain('https:')
  expect(await policyOf('/console')).toContain("img-src 'self' blob: data: http: https:")
})

test('what is written in the reference is escaped', async () => {
  const { body } = await serve().inject('/docs')
  expect(body).toContain('such as &quot;animal&quot; beside &quot;dog&quot;')
})

test('what a POST has beyond the published interface is marked in its own table', async () => {
  const { body } = await serve().inject('/docs')
  const [, article] = /<article class="operation" id="[^"]*v2-tags-post"[^]*?>([^]*?)<\/article>/.exec(body) ?? []
  for (const name of ['accept_feedback', 'image_url', 'image_upload_id'])
    expect(article).toMatch(new RegExp(`<code>${name}</code> <[^>]*class="addition"`))
  expect(article).not.toContain('<code>limit</code>')
})
