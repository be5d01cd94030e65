import { expect, test } from 'vitest'
import { z } from 'zod'
import { count } from '../../../src-main/contract/analysis/operations/values.ts'
import { readParameters } from '../../../src-main/contract/analysis/operations/read-parameters.ts'
import { success } from '../../../src-main/service/http/envelopes.ts'
import type { Route } from '../../../src-main/service/http/route.ts'
import { routes } from '../../../src-main/service/routes.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { serve } from '../http/serve.ts'
import { interfaceTable } from './interface-table.ts'

const parameters = z.object({ times: count(2).describe('How often the word is said.') })

/** A route by the means of CONTRIBUTING.md alone: one value in the list. */
const echo: Route = {
  id: 'v2.echo',
  version: 'v2',
  method: 'GET',
  path: '/v2/echo/:word',
  group: 'Echoes',
  summary: 'Says a word again',
  isAddition: true,
  examples: ['times=3'],
  pathParts: { word: 'The word that is said.' },
  parameters,
  body: 'none',
  result: z.object({ echo: z.string().describe('The word, as often as asked for.') }),
  statuses: [400],
  analyses: () => 0,
  handle: async ({ path, query }) => {
    const { times } = readParameters(parameters, query)
    return success({ echo: Array.from({ length: times }, () => path['word']).join(' ') })
  },
}

const open = () =>
  serve({ routes: [...routes, echo], resourcesDir, access: { metricsAt: { host: '127.0.0.1', port: 0 } } })

test('a route in the list is served, counted and logged', { tags: 'night' }, async () => {
  const { ask, service, log } = await open()
  expect((await ask('/v2/echo/hi?times=3')).body).toEqual({
    result: { echo: 'hi hi hi' },
    status: { type: 'success', text: '' },
  })
  const requests = 'lumafold_requests_total{route="/v2/echo/:word",method="GET",status="200"} 1'
  await expect.poll(async () => (await fetch(`${service.metricsAddress}/metrics`)).text()).toContain(requests)
  expect(log.lines.map(({ details }) => details)).toContainEqual(expect.objectContaining({ route: '/v2/echo/:word' }))
})

test('it is checked: credentials, parameters, Accept and other methods', { tags: 'night' }, async () => {
  const { ask } = await open()
  expect((await ask('/v2/echo/hi')).body.result.echo).toBe('hi hi')
  const wrong = await ask('/v2/echo/hi?times=often')
  expect([wrong.status, wrong.body.status.text]).toEqual([400, expect.stringContaining('times is "often"')])
  const stranger = await ask('/v2/echo/hi', { headers: { authorization: '' } })
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
  expect((await ask('/v2/echo/hi', { headers: { accept: 'text/html' } })).status).toBe(406)
  const posted = await ask('/v2/echo/hi', { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
})

test('it is described: in the OpenAPI document and on the reference page', async () => {
  const { ask, call } = await open()
  const { paths, tags } = (await ask('/openapi.json')).body
  expect(tags).toContainEqual({ name: 'Echoes' })
  expect(paths['/v2/echo/{word}'].get).toMatchObject({
    operationId: 'v2.echo',
    'x-addition': true,
    parameters: [
      { name: 'word', in: 'path', required: true, description: 'The word that is said.' },
      { name: 'times', in: 'query', description: 'How often the word is said.', schema: { default: 2 } },
    ],
    responses: { 200: expect.anything(), 400: expect.anything(), 401: expect.anything() },
  })
  const page = await (await call('/docs')).text()
  for (const text of ['/v2/echo/', 'Says a word again', 'How often the word is said.', 'as often as asked for'])
    expect(page).toContain(text)
})

/** Trainings have no line in the table: `round-trips.test.ts` and the tests of `v2` train with separate uploads. */
const withoutLine = ['PUT /v2/taggers/:tagger_id', 'PUT /v2/categorizers/:categorizer_id']

test('every other published route has a line in the interface table', () => {
  const patternOf = (path: string) => new RegExp(`^${path.replace(/:entry_id$/, '.+').replaceAll(/:\w+/g, '[^/]+')}/?$`)
  const hasLine = ({ method, path }: Route) =>
    interfaceTable.some((line) => line.method === method && patternOf(path).test(line.path.split('?', 1)[0]!))
  const missing = routes.filter((route) => !hasLine(route)).map(({ method, path }) => `${method} ${path}`)
  expect(missing).toEqual(withoutLine)
})
