import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { describe, expect, test } from 'vitest'
import { until } from '../../library/library/open-test-library.ts'
import { startFakeService } from './fake-service.ts'
import { fast, makePhoto, openRemote } from './open-remote.ts'
import { good } from './good.ts'

const month = () => new Date().toISOString().slice(0, 7)

describe('a busy service', () => {
  test('after one 429 the request is retried after the pause, and the limit stays', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] })
    service.faults.push({ on: /tags/, status: 429, headers: { 'retry-after': '0' } })
    expect(good(await engine.analyse({ path: await makePhoto(), steps: ['tags'] })).remote).toEqual(['tags'])
    expect(service.count(/tags/)).toBe(2)
    expect(engine.state()).toMatchObject({ concurrency: 4, spent: 1, condition: 'ready' })
  })

  test(
    'the number of simultaneous requests adapts to the service, and nothing is lost or paid twice',
    { tags: 'night' },
    async () => {
      const service = await startFakeService()
      service.limit = 1
      const { engine } = openRemote(service, { operations: ['tags', 'colors', 'faces'] })
      const photos = await Promise.all(Array.from({ length: 12 }, (_, k) => makePhoto(k)))
      const pending = new Set(photos)
      for (let round = 0; pending.size > 0 && round < 40; round++) {
        await until(
          () => engine.waiting?.().length,
          (waiting) => waiting === 0,
        )
        await Promise.all(
          [...pending].map(
            async (path) =>
              good(await engine.analyse({ path, steps: ['tags', 'colors', 'faces'] })).postponed ??
              pending.delete(path),
          ),
        )
      }
      expect(pending.size).toBe(0)
      expect(engine.state().concurrency).toBeLessThanOrEqual(2)
      expect(engine.state().spent).toBe(service.processed.length)
    },
  )
})

describe('an unwell service', () => {
  test.each([
    ['503', { status: 503 }],
    ['500', { status: 500 }],
    ['a cut connection', { cut: 'before' as const }],
    ['an answer that is no JSON', { insteadOfAnswer: '<html>welcome to this hotel</html>' }],
    ['JSON of another shape', { insteadOfAnswer: '{"result":{"tags":[{"confidence":"very"}]}}' }],
    ['an answer that never comes', { slowMs: 60_000 }],
  ])('%s once: retried, and answered', { tags: 'night' }, async (_, fault) => {
    const service = await startFakeService()
    const { engine } = openRemote(
      service,
      { operations: ['tags'] },
      { timing: { ...fast, requestMs: 'slowMs' in fault ? 3_000 : fast.requestMs } },
    )
    service.faults.push({ on: /tags/, ...fault })
    expect(good(await engine.analyse({ path: await makePhoto(), steps: ['tags'] })).remote).toEqual(['tags'])
    expect(engine.state().condition).toBe('ready')
  })

  test('down: local findings are kept, the others wait, and work resumes by itself once it is back', async () => {
    const service = await startFakeService()
    const { engine, states } = openRemote(service, { operations: ['tags', 'colors'] })
    service.faults.push({ on: /./, status: 503, times: 1000 })
    const path = await makePhoto()
    const outcome = good(await engine.analyse({ path, steps: ['preview', 'tags', 'colors'] }))
    expect(outcome.postponed?.toSorted()).toEqual(['colors', 'tags'])
    expect(outcome.warnings).toEqual([])
    expect(outcome.findings.thumbnail).toBeDefined()
    expect(engine.waiting?.().toSorted()).toEqual(['colors', 'tags'])
    expect(engine.state()).toMatchObject({ condition: 'unreachable', spent: 0 })
    expect(inEnglish(engine.state().message)).toMatch(/503/)
    service.faults = []
    await until(
      () => engine.waiting?.().length,
      (waiting) => waiting === 0,
    )
    expect(states.at(-1)?.condition).toBe('ready')
    expect(good(await engine.analyse({ path, steps: ['tags', 'colors'] })).postponed).toBeUndefined()
  })

  test('nothing listens: it is certain that nothing was paid for', async () => {
    const { engine } = openRemote({ address: 'http://127.0.0.1:9' }, { operations: ['tags'], version: 'v2' })
    expect(good(await engine.analyse({ path: await makePhoto(), steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(engine.state()).toMatchObject({ condition: 'unreachable', spent: 0 })
    expect(inEnglish(engine.state().message)).toMatch(/127\.0\.0\.1:9 cannot be reached: nothing listens there/)
  })

  test('a connection cut after the work was done stays counted', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] })
    service.faults.push({ on: /tags/, cut: 'after' })
    await engine.analyse({ path: await makePhoto(), steps: ['tags'] })
    expect(service.processed).toHaveLength(2)
    expect(engine.state().spent).toBe(2)
  })

  test('photos whose turn came without any answer wait, too', { tags: 'night' }, async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] })
    const inTurn = engine.state().concurrency
    service.faults.push({ on: /tags/, times: inTurn }, { on: /tags/, slowMs: 500, status: 503, times: 1000 })
    const photos = await Promise.all(Array.from({ length: inTurn * 2 }, (_, k) => makePhoto(k)))
    const outcomes = await Promise.all(photos.map((path) => engine.analyse({ path, steps: ['tags'] })))
    expect(outcomes.flatMap((outcome) => good(outcome).warnings)).toEqual([])
    expect(outcomes.filter((outcome) => good(outcome).postponed)).toHaveLength(inTurn)
    expect(engine.state().condition).toBe('unreachable')
  })

  test("trouble with one photo, while others are answered, is that photo's alone", async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags', 'colors'] })
    service.faults.push({ on: /tags/, status: 500, times: 3 })
    const outcome = good(await engine.analyse({ path: await makePhoto(), steps: ['tags', 'colors'] }))
    expect(outcome.remote).toEqual(['colors'])
    expect(outcome.postponed).toBeUndefined()
    expect(outcome.findings.tags).toBeUndefined()
    expect(outcome.warnings.map(inEnglish)).toEqual([expect.stringMatching(/could not do tags: .*500/)])
    expect(engine.state().condition).toBe('ready')
  })
})

describe('a service that refuses', () => {
  test('401 stops at once; after the person fixed it the same photo continues', async () => {
    const service = await startFakeService()
    service.credentials = 'my-key:changed'
    const { engine } = openRemote(service, { operations: ['tags'] })
    const path = await makePhoto()
    expect(good(await engine.analyse({ path, steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(good(await engine.analyse({ path, steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(service.requests).toHaveLength(1)
    expect(engine.state()).toMatchObject({ condition: 'refused', spent: 0 })
    engine.retry({ key: 'my-key', secret: 'changed' })
    expect(engine.state().condition).toBe('ready')
    expect(good(await engine.analyse({ path, steps: ['tags'] })).remote).toEqual(['tags'])
  })

  test('active answers do not soften a refused key', async () => {
    const service = await startFakeService()
    const { engine, states } = openRemote(service, { operations: ['tags', 'colors'] })
    await engine.analyse({ path: await makePhoto(1), steps: ['tags'] })
    const isRefused = () =>
      until(
        () => engine.state().condition,
        (condition) => condition === 'refused',
      )
    service.faults.push({ on: /tags/, status: 401 }, { on: /colors/, status: 503, times: 9, after: isRefused })
    expect(
      good(await engine.analyse({ path: await makePhoto(2), steps: ['tags', 'colors'] })).postponed?.toSorted(),
    ).toEqual(['colors', 'tags'])
    const conditions = states.map(({ condition }) => condition)
    expect(new Set(conditions.slice(conditions.indexOf('refused')))).toEqual(new Set(['refused']))
    expect(engine.state().condition).toBe('refused')
    expect(engine.waiting?.()).toHaveLength(2)
  })

  test('without credentials nothing is sent', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] }, { credentials: null })
    expect(good(await engine.analyse({ path: await makePhoto(), steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(engine.state()).toMatchObject({ condition: 'no-credentials', hasCredentials: false })
    expect(service.requests).toEqual([])
  })

  test('403 stops at once, returns the count, and is retried by itself', async () => {
    const service = await startFakeService()
    const { engine, states } = openRemote(service, { operations: ['tags'] })
    service.faults.push({ on: /tags/, status: 403 })
    const path = await makePhoto()
    expect(good(await engine.analyse({ path, steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(states).toContainEqual(expect.objectContaining({ condition: 'forbidden', spent: 0 }))
    await until(
      () => engine.state().condition,
      (condition) => condition === 'ready',
    )
    expect(good(await engine.analyse({ path, steps: ['tags'] })).remote).toEqual(['tags'])
  })

  test('400 for one photo is a warning for that photo and costs nothing', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] })
    service.faults.push({ on: /tags/, status: 400 })
    const outcome = good(await engine.analyse({ path: await makePhoto(), steps: ['tags'] }))
    expect(outcome).toMatchObject({ warnings: [reads(/400: as the test wants it/)] })
    expect([outcome.postponed, outcome.findings.tags]).toEqual([undefined, undefined])
    expect(engine.state()).toMatchObject({ spent: 0, condition: 'ready' })
  })

  test('a missing categorizer: its step waits with a message, others continue, nothing is repeated', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags', 'categories'], categorizer: 'unknown' })
    const first = good(await engine.analyse({ path: await makePhoto(1), steps: ['tags', 'categories'] }))
    const second = good(await engine.analyse({ path: await makePhoto(2), steps: ['tags', 'categories'] }))
    expect([first.remote, first.postponed, second.remote, second.postponed]).toEqual([
      ['tags'],
      ['categories'],
      ['tags'],
      ['categories'],
    ])
    expect(engine.waiting?.()).toEqual(['categories'])
    expect(engine.state()).toMatchObject({
      condition: 'ready',
      message: reads(/does not offer categories/),
    })
    expect(service.count(/categories\/unknown/)).toBe(2)
  })

  test('redirects: followed on the same origin, never to another one with key and secret', async () => {
    const [service, other] = [await startFakeService(), await startFakeService()]
    const { engine, lines } = openRemote(service, { operations: ['tags'], version: 'v2' })
    service.faults.push({ on: /tags/, status: 307, headers: { location: `${other.address}/v2/tags` }, times: 3 })
    expect(good(await engine.analyse({ path: await makePhoto(1), steps: ['tags'] })).postponed).toEqual(['tags'])
    expect(other.requests).toEqual([])
    expect(inEnglish(engine.state().message)).toContain(other.address)
    engine.retry({ key: 'my-key', secret: 'my-secret' })
    service.faults = [{ on: /uploads$/, status: 308, headers: { location: '/v2/uploads?again' } }]
    expect(good(await engine.analyse({ path: await makePhoto(2), steps: ['tags'] })).remote).toEqual(['tags'])
    expect(lines.join('\n')).not.toMatch(/my-secret|bXkta2V5/)
  })
})

describe('the budget', () => {
  test('is never exceeded, whatever happens at once, and reaches its last analysis', { tags: 'night' }, async () => {
    const service = await startFakeService()
    const { engine, memory } = openRemote(service, { operations: ['tags', 'colors', 'faces'], monthlyBudget: 10 })
    service.faults.push(
      { on: /tags/, cut: 'after', times: 2 },
      { on: /colors/, status: 429, headers: { 'retry-after': '0' }, times: 3 },
      { on: /faces/, status: 503, times: 2 },
    )
    const photos = await Promise.all(Array.from({ length: 8 }, (_, k) => makePhoto(k)))
    await Promise.all(photos.map((path) => engine.analyse({ path, steps: ['tags', 'colors', 'faces'] })))
    expect(service.processed.length).toBeLessThanOrEqual(10)
    expect(memory.spent(month())).toBe(10)
    expect(service.processed).toHaveLength(10)
    expect(engine.state()).toMatchObject({ condition: 'budget-spent', spent: 10 })
    expect(engine.waiting?.()).toHaveLength(3)
  })

  test('resets with the month', async () => {
    let now = Date.UTC(2026, 10, 30, 23, 59, 59, 900)
    const service = await startFakeService({ now: () => now })
    const { engine } = openRemote(service, { operations: ['tags'], monthlyBudget: 1 }, { now: () => now })
    const [one, two] = [await makePhoto(1), await makePhoto(2)]
    await engine.analyse({ path: one, steps: ['tags'] })
    expect(good(await engine.analyse({ path: two, steps: ['tags'] })).postponed).toEqual(['tags'])
    now += 200
    await until(
      () => engine.state().condition,
      (condition) => condition === 'ready',
    )
    expect(good(await engine.analyse({ path: two, steps: ['tags'] })).remote).toEqual(['tags'])
  })
})

describe('nothing is paid twice', () => {
  test('an answer from before the program was killed is not requested again', async () => {
    const service = await startFakeService()
    const first = openRemote(service, { operations: ['tags', 'colors'] }, { savesOutcomes: false })
    service.faults.push({ on: /colors/, status: 403 })
    const path = await makePhoto()
    const partly = good(await first.engine.analyse({ path, steps: ['tags', 'colors'] }))
    expect([partly.remote, partly.postponed]).toEqual([['tags'], ['colors']])
    const second = openRemote(
      service,
      { operations: ['tags', 'colors'] },
      { memory: first.memory, savesOutcomes: false },
    )
    const whole = good(await second.engine.analyse({ path, steps: ['tags', 'colors'] }))
    expect(whole.findings.tags).toEqual(partly.findings.tags)
    expect(whole.remote?.toSorted()).toEqual(['colors', 'tags'])
    expect(service.processed).toEqual(['/v2/tags', '/v2/colors'])
    expect(service.uploads.size).toBe(1)
  })
})

describe('falling back to this machine', () => {
  test('what the service cannot do now is done here at once, with one decode while it is known to be down', async () => {
    const service = await startFakeService()
    const { engine, local } = openRemote(service, { operations: ['tags', 'categories', 'faces'], fallBack: true })
    service.faults.push({ on: /tags/, status: 400 })
    const mixed = good(await engine.analyse({ path: await makePhoto(1), steps: ['tags', 'categories', 'faces'] }))
    expect(mixed.remote?.toSorted()).toEqual(['categories', 'faces'])
    expect(mixed.findings.tags?.[0]?.name).toBe('dog')
    service.faults = [{ on: /./, status: 503, times: 1000 }]
    await engine.analyse({ path: await makePhoto(2), steps: ['tags', 'categories', 'faces'] })
    local.asked.length = 0
    const alone = good(await engine.analyse({ path: await makePhoto(3), steps: ['tags', 'categories', 'faces'] }))
    expect([alone.remote, alone.postponed]).toEqual([undefined, undefined])
    expect(alone.findings.tags?.[0]?.name).toBe('dog')
    expect(alone.findings.categories?.[0]?.name).toBe('pets')
    expect(local.asked).toHaveLength(1)
    expect(engine.waiting?.()).toEqual([])
  })
})
