import { reads } from '../../fixtures/reads.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { forkNode } from '../../../src-main/compute/host/compute-process.ts'
import type { CallAnswer, OperationCall } from '../../../src-main/analysis/operations/calls.ts'
import { ComputePool, openCompute, type ComputeOptions } from '../../../src-main/compute/host/compute-pool.ts'
import type { OwnerPorts, PictureVector } from '../../../src-main/analysis/operations/ports.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { sharedModels } from '../../fixtures/shared.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { errorOf, openOperations } from '../../analysis/operations/open-operations.ts'

const log = { debug: () => undefined, warn: () => undefined }
const faulty = join(import.meta.dirname, 'faulty-compute.ts')

type Options = Partial<ComputeOptions> & { ports?: (owner: string) => OwnerPorts }

/** Processes like a service's: another one starts before any has two requests at once. */
function openClient({ ports = () => ({}), limits, ...options }: Options = {}) {
  const client = openCompute({
    resourcesDir,
    modelsDir: sharedModels() ?? 'no-such-folder',
    log,
    processes: 1,
    limits: { growAt: 1, ...limits },
    ...options,
  })
  onTestFinished(() => client.close())
  return { client, run: runOn(client, ports) }
}

const runOn =
  (client: ComputePool, ports: (owner: string) => OwnerPorts = () => ({})) =>
  (path: string, calls: readonly OperationCall[], { pictureId = path, owner = 'anna' } = {}) =>
    client.operate({ path, pictureId, owner, calls }, { ports: ports(owner) })

const openFaulty = (options: Options = {}) => openClient({ fork: () => forkNode(faulty), ...options })

/** The same, with access to the pool. */
function openFaultyPool(processes = 1) {
  const pool = new ComputePool({
    start: { resourcesDir, modelsDir: 'no-such-folder' },
    fork: () => forkNode(faulty),
    onProblem: () => undefined,
    processes,
    limits: { growAt: 1 },
  })
  onTestFinished(() => pool.close())
  return { pool, run: runOn(pool) }
}

const tags: OperationCall = { operation: 'tags', given: {} }

function valueOf(answer: CallAnswer | undefined): object {
  if (!answer?.ok) throw new Error(answer && inEnglish(answer.message))
  return answer.value as object
}

test(
  'calls in another process are answered like calls in this one, each with its own success or refusal',
  { tags: 'night' },
  async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
    const calls: OperationCall[] = [
      { operation: 'colors', given: { overall_count: '3' } },
      { operation: 'tags', given: { language: 'en,de', verbose: '1' } },
      { operation: 'croppings', given: { resolution: 'wide' } },
      { operation: 'croppings', given: { resolution: '40x40', image_result: '1' } },
      { operation: 'categories', categorizerId: 'personal_photos', given: {} },
      { operation: 'faces', given: {} },
      { operation: 'colorVector', features: 'overall' },
      { operation: 'contentVector' },
    ]
    const answers = await openClient().run(path, calls)
    const direct = openOperations()
    const picture = await direct.open(path)
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, false, true, true, true, true, true])
    expect(answers[2]).toMatchObject({ code: 'bad-params', message: reads(/resolution/) })
    expect(valueOf(answers[0])).toEqual(await direct.colors(picture, { overall_count: '3' }))
    expect(valueOf(answers[1])).toEqual(await direct.tags(picture, { language: 'en,de', verbose: '1' }))
    const [cut, expected] = [
      valueOf(answers[3]),
      await direct.croppings(picture, { resolution: '40x40', image_result: '1' }),
    ]
    expect({ ...cut, bytes: null }).toEqual({ ...expected, bytes: null })
    expect(Buffer.compare((cut as { bytes: Uint8Array }).bytes, (expected as { bytes: Uint8Array }).bytes)).toBe(0)
    expect(valueOf(answers[6])).toEqual(await direct.colorVector(picture, 'overall'))
    await direct.close()
  },
)

test(
  'the same picture is read once: the next request reuses the decoded one, and cuts from its own file',
  { tags: 'night' },
  async () => {
    const folder = tempFolder()
    const { run } = openClient()
    const path = await drawPhoto(join(folder, 'a.jpg'), { width: 900, height: 600 })
    const again = join(folder, 'again.jpg')
    copyFileSync(path, again)
    const [first] = await run(path, [tags], { pictureId: 'same' })
    rmSync(path)
    const [gone] = await run(path, [tags], { pictureId: 'same' })
    expect(gone).toEqual(first)
    const [cut] = await run(again, [{ operation: 'croppings', given: { resolution: '300x300', image_result: '1' } }], {
      pictureId: 'same',
    })
    expect(valueOf(cut)).toMatchObject({ kind: 'image', width: 300, height: 300 })
    expect(await run(path, [tags], { pictureId: 'other' })).toEqual([
      { ok: false, code: 'file-missing', message: reads(/./) },
    ])
  },
)

test(
  "an owner's classifiers and feedback are requested from this process, under the owner's name, with its errors",
  { tags: 'night' },
  async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
    const vectors: PictureVector[] = []
    const portsOf: Record<string, OwnerPorts> = {
      anna: {
        taggers: {
          modelOf: (id) => (id === 'boats' ? 'centernet' : null),
          tag: async (_id, vector) => (vectors.push(vector), [{ name: 'dinghy', confidence: 61 }]),
        },
        categorizers: {
          modelOf: () => 'centernet',
          list: () => [{ id: 'mine', title: 'Mine', labels: ['keep'] }],
          rate: () => [{ name: 'keep', confidence: 88 }],
        },
        feedback: { use: (found) => [...found], accept: () => 'f-1' },
      },
      broken: {
        taggers: {
          modelOf: () => {
            throw new Error('secret detail')
          },
          tag: () => [],
        },
      },
      wrong: {
        taggers: {
          modelOf: () => {
            throw new AppError('bad-params', 'tagger_id is odd.')
          },
          tag: () => [],
        },
      },
    }
    const { run } = openClient({ ports: (owner) => portsOf[owner] ?? {} })
    const byTagger: OperationCall = { operation: 'tags', given: { tagger_id: 'boats' } }
    const calls: OperationCall[] = [
      byTagger,
      { operation: 'categories', categorizerId: 'mine', given: {} },
      { operation: 'tags', given: { accept_feedback: '1' } },
    ]
    const hasVector = (await run(path, [{ operation: 'contentVector' }])).some(
      (answer) => answer.ok && answer.value !== null,
    )
    if (hasVector) {
      const answers = await run(path, calls)
      expect(answers.map(valueOf)).toMatchObject([
        { tags: [{ tag: { en: 'dinghy' } }] },
        { categories: [{ name: { en: 'keep' } }] },
        { feedback_id: 'f-1' },
      ])
      expect(vectors[0]!.vector).toBeInstanceOf(Float32Array)
    }
    const codes = async (owner: string) =>
      (await run(path, [byTagger], { owner }))
        .map((answer) => (answer.ok ? 'ok' : `${answer.code}: ${inEnglish(answer.message)}`))
        .join()
    expect(await codes('bert')).toContain('bad-params: tagger_id names no tagger')
    expect(await codes('wrong')).toBe('bad-params: tagger_id is odd.')
    expect(await codes('broken')).toMatch(/^internal: (?!.*secret)/)
  },
)

test(
  'a picture that kills its process gets an answer, and so do the others in progress',
  { tags: 'night' },
  async () => {
    const { run } = openFaulty({ limits: { backOffMs: 1 } })
    const answers = await Promise.all(['one', 'crash', 'two'].map((name) => run(`/p/${name}`, [tags])))
    expect(answers[1]).toEqual([{ ok: false, code: 'file-unreadable', message: reads(/SIGKILL/) }])
    expect([answers[0], answers[2]].flat()).toMatchObject([{ message: reads(/^one /) }, { message: reads(/^two /) }])
  },
)

test('requests on one picture go to the process that has it, others spread', async () => {
  const { pool, run } = openFaultyPool(2)
  const pidOf = async (pictureId: string) => {
    const [answer] = await run(`/p/${pictureId}`, [tags], { pictureId })
    return answer?.ok === false ? inEnglish(answer.message).split(' ')[1] : undefined
  }
  const [a, b] = await Promise.all([pidOf('a'), pidOf('b')])
  expect(a).not.toBe(b)
  for (let i = 0; i < 3; i++) expect([await pidOf('b'), await pidOf('a')]).toEqual([b, a])
  expect([pool.locate('a'), pool.locate('c')]).toEqual(['available', 'nowhere'])
})

test('a picture whose process has no free place is reported as busy', async () => {
  const { pool, run } = openFaultyPool()
  const both = Promise.all([run('/p/one', [tags]), run('/p/two', [tags])])
  await expect.poll(() => pool.state().running === 2 && pool.locate('/p/one')).toBe('busy')
  await both
  expect(pool.locate('/p/one')).toBe('available')
})

test('an aborted request returns at once and leaves the queue', async () => {
  const { client, run } = openFaulty()
  const busy = Promise.all(['one', 'two', 'three'].map((name) => run(`/p/${name}`, [tags])))
  const abort = new AbortController()
  const left = client.operate(
    { path: '/p/four', pictureId: 'four', owner: 'anna', calls: [tags] },
    { signal: abort.signal },
  )
  abort.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(client.state().waiting).toBeLessThanOrEqual(1)
  expect((await busy).length).toBe(3)
})

test('if no process can run, that is reported, and the picture is not blamed', { tags: 'night' }, async () => {
  const { run } = openClient({
    fork: () => forkNode(join(import.meta.dirname, 'not-there.ts')),
    limits: { backOffMs: 1 },
  })
  expect((await errorOf(() => run('/p/one', [tags]))).code).toBe('not-supported-here')
})

test('missing resources are not blamed on the picture either', { tags: 'night' }, async () => {
  const { run } = openClient({ resourcesDir: join(tempFolder(), 'nothing'), limits: { backOffMs: 1 } })
  expect((await errorOf(() => run('/p/one', [tags]))).code).toBe('not-supported-here')
})
