import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeSamplesOf } from '../../../../src-main/service/documentation/samples/code-samples-of.ts'
import {
  PHOTO,
  sampleRequestOf,
  type SampleRequest,
} from '../../../../src-main/service/documentation/samples/sample-request.ts'
import type { Route } from '../../../../src-main/service/http/route.ts'
import { routes } from '../../../../src-main/service/routes.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'
import { isNight } from '../../../fixtures/night.ts'
import type { Client, Sent } from '../../service/client.ts'
import { cutLists, findDifferences, haveSameShape } from './compare-answers.ts'
import { run, runners } from './languages.ts'
import { asksUsage, sampleServiceOfFile } from './sample-service.ts'
import { alsoNeeded } from './sample-things.ts'

/**
 * The reference is true: the sample requests are sent to the real service, also by the programs in every language, and
 * it answers as the samples say. `npm run samples` writes the sample answers again.
 */

const isRenewing = process.env['LUMAFOLD_RENEW_SAMPLES'] === '1'
const samples = join(resourcesDir, 'service', 'samples')
const fileOf = (id: string) => join(samples, `${id}.json`)
const { things, fill, client, reader, folder, folderOf, envOf } = await sampleServiceOfFile()
const photoOf = (route: Route) => new Blob([new Uint8Array(readFileSync(join(folderOf(route), PHOTO)))])

const clientOf = (route: Route): Client => (asksUsage(route) ? reader : client)

function sentOf({ method, body }: SampleRequest, photo: Blob): Sent {
  if (body.kind === 'none') return { method }
  if (body.kind === 'json')
    return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body.value) }
  const form = new FormData()
  for (const [name, value] of body.fields) form.append(name, value)
  form.append('image', photo, PHOTO)
  return { method, body: form }
}

async function answerOf(route: Route): Promise<unknown> {
  const text = JSON.stringify(sampleRequestOf(route))
  await things.fill(alsoNeeded[route.id] ?? '')
  const request = JSON.parse(await fill(route, text)) as SampleRequest
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value]))
  const { status, body, bytes } = await clientOf(route).ask(`${request.path}?${query}`, sentOf(request, photoOf(route)))
  expect(status, bytes.toString()).toBe(200)
  if (request.method === 'DELETE') things.forget(text)
  return cutLists(things.restore(body))
}

describe('sample answers', () => {
  test.each(routes.map((route) => [route.id, route] as const))('%s', async (id, route) => {
    const answer = await answerOf(route)
    if (isRenewing) writeFileSync(fileOf(id), `${JSON.stringify(answer, null, 2)}\n`)
    expect(
      existsSync(fileOf(id)),
      `${id} has no sample answer. Make it with "npm run samples", and look at what it wrote into resources/service/samples.`,
    ).toBe(true)
    const sample: unknown = JSON.parse(readFileSync(fileOf(id), 'utf8'))
    expect(
      findDifferences(sample, answer),
      `The service answers ${id} otherwise than its sample says. Where that is meant, run "npm run samples".`,
    ).toEqual([])
  })

  test('no sample belongs to a removed route', () => {
    expect(readdirSync(samples).sort()).toEqual(routes.map(({ id }) => `${id}.json`).sort())
  })
})

/** By day one route of each shape of request, since samples of a language share most of their code. */
const routesRun = isNight ? routes : oneOfEachShape(routes)

function oneOfEachShape(all: readonly Route[]): Route[] {
  const shapes = new Map<string, Route>()
  for (const route of all) {
    const { method, body, query } = sampleRequestOf(route)
    const shape = `${method} ${body.kind} ${query.length > 0}`
    if (!shapes.has(shape)) shapes.set(shape, route)
  }
  return [...shapes.values()]
}

/**
 * The text of each route's program, with existing things in place of examples; a thing that one deletes is named by no
 * other.
 */
async function fillSources(label: string): Promise<ReadonlyMap<string, string>> {
  const filled = new Map<string, string>()
  for (const route of routesRun) {
    const source = sourceOf(route, label)
    if (route.method === 'DELETE') things.forget(source)
    filled.set(route.id, await fill(route, source))
    if (route.method === 'DELETE') things.forget(source)
  }
  return filled
}

const sourceOf = (route: Route, label: string): string =>
  codeSamplesOf(route).find((sample) => sample.label === label)!.source

describe('programs that send the sample requests', () => {
  const byDay = ['Node']
  test.for(runners.filter(({ label }) => isNight || byDay.includes(label)))(
    'samples in $label',
    async ({ label, isHere, prepare }, { skip }) => {
      skip(!isHere, `${label} is not installed on this machine`)
      const programs = await prepare(folder, await fillSources(label))
      for (const route of routesRun) {
        const { id, method } = route
        const source = sourceOf(route, label)
        await things.fill(`${source} ${alsoNeeded[id] ?? ''}`)
        const answer: unknown = JSON.parse(await run(programs.get(id)!, folderOf(route), envOf(route)))
        const sample: unknown = JSON.parse(readFileSync(fileOf(id), 'utf8'))
        expect(haveSameShape(answer, sample), `${id} in ${label}: ${JSON.stringify(answer)}`).toBe(true)
        if (method === 'DELETE') things.forget(source)
      }
    },
  )
})
