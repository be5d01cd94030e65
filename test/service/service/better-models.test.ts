import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readModelCatalog } from '../../../src-main/analysis/models/registry/catalog.ts'
import { ModelInstaller } from '../../../src-main/analysis/models/installer/model-installer.ts'
import { foldersOf } from '../../../src-main/analysis/models/registry/registry.ts'
import { createService, type Service } from '../../../src-main/service/service.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { sharedModels } from '../../fixtures/shared.ts'
import { silentLog } from '../temp-data.ts'
import { formOf, jsonOf, openClient, type Client } from './client.ts'

const account = { key: 'acc_models', secret: 'a-secret-that-is-long-enough' }
const bundled = 'centernet'
const better = 'mobilenetv2-int8-embedding'
const index = (name: string) => `/v2/similar-images/categories/general_v3/${name}`
const saving = (name: string, id: string) => `/v2/categories/general_v3?save_index=${name}&save_id=${id}`

const pictures = await Promise.all([1, 5, 9, 14, 21, 30].map((seed) => drawPicture({ width: 320, height: 240, seed })))
const [first, second, third, fourth, fifth, sixth] = pictures as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]

/** A service in a separate folder, and its client's actions. */
async function open(folder: string): Promise<{ service: Service; client: Client }> {
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir: join(folder, 'data'),
    modelsDir: join(folder, 'models'),
    resourcesDir,
    ...account,
    log: silentLog,
    graceMs: 500,
  })
  return { service, client: openClient(service.address, account) }
}

/** The effect of `lumafold models install --from DIR`. */
async function install(folder: string): Promise<void> {
  const catalog = readModelCatalog(resourcesDir)
  const installer = new ModelInstaller({ ...foldersOf({ resourcesDir, modelsDir: join(folder, 'models') }), catalog })
  expect((await installer.installFrom(sharedModels()!)).installed).toContain(better)
}

async function save(client: Client, name: string, id: string, picture: Buffer): Promise<void> {
  const { status, body } = await client.ask(saving(name, id), formOf({ image: picture }))
  expect([status, body.status.text]).toEqual([200, ''])
}

async function train(client: Client, name: string) {
  const { ticket_id } = (await client.ask(index(name), { method: 'PUT' })).body.result
  const read = async () => (await client.ask(`/v2/tickets/${ticket_id}`)).body.result
  await vi.waitFor(async () => expect((await read()).is_final).toBe(true), { timeout: 30_000 })
  return (await read()).ticket_result
}

async function nearest(client: Client, name: string, picture: Buffer) {
  const { status, body } = await client.ask(`${index(name)}?count=10`, formOf({ image: picture }))
  expect([status, body.status.text]).toEqual([200, ''])
  return body.result.images as { id: string; distance: number }[]
}

/** An index of two pictures, created with the bundled models. */
async function makeIndex(client: Client, name: string): Promise<void> {
  await save(client, name, 'one', first)
  await save(client, name, 'two', second)
  expect(await train(client, name)).toMatchObject({ state: 'trained', entries: 2 })
}

/** Teaches a tagger or categorizer two classes with a picture each; returns the model it was taught with. */
async function teach(client: Client, path: string): Promise<string> {
  const [one, two] = [await client.upload(fifth), await client.upload(sixth)]
  const classes = [
    { name: 'one', positives: [one], negatives: [two] },
    { name: 'two', positives: [two], negatives: [one] },
  ]
  const { status, body } = await client.ask(path, jsonOf({ classes }, 'PUT'))
  expect([status, body.status.text]).toEqual([200, ''])
  return body.result.model_id
}

/** A tagger's or categorizer's result for a picture. */
async function judge(client: Client, path: string) {
  const { status, body } = await client.ask(path, formOf({ image: third }))
  expect([status, body.status.text]).toEqual([200, ''])
  return body.result
}

describe.skipIf(!sharedModels())('an index from before better models were installed', () => {
  let folder: string
  let { service, client } = {} as Awaited<ReturnType<typeof open>>
  let before: { id: string; distance: number }[]
  let taught: unknown[]

  beforeAll(async () => {
    folder = makeTempFolder('better-models')
    ;({ service, client } = await open(folder))
    for (const name of ['kept', 'moved']) await makeIndex(client, name)
    for (const path of ['/v2/taggers/own', '/v2/categorizers/mine']) expect(await teach(client, path)).toBe(bundled)
    taught = await judgeBoth()
    before = await nearest(client, 'kept', first)
    expect((await client.ask(index('kept'))).body.result).not.toHaveProperty('newer_model')
    await install(folder)
  }, 120_000)
  afterAll(async () => {
    await service.close()
    removeFolder(folder)
  })

  const judgeBoth = async () => [await judge(client, '/v2/tags/own'), await judge(client, '/v2/categories/mine')]

  /** The old index still works, and a new one is created with the better model. */
  async function expectOldAndNew(suffix: string): Promise<void> {
    await save(client, `new-${suffix}`, 'one', first)
    expect((await client.ask(index(`new-${suffix}`))).body.result).not.toHaveProperty('newer_model')
    expect(await nearest(client, 'kept', first)).toEqual(before)
    expect(await judgeBoth()).toEqual(taught)
    expect((await client.ask(`${index('kept')}?entry=one`)).body.result.images).toEqual(before)
    await save(client, 'kept', `three-${suffix}`, third)
    const { state, notes } = await train(client, 'kept')
    expect([state, notes]).toEqual(['trained', [expect.stringContaining(better)]])
    const ids = (await nearest(client, 'kept', third)).map(({ id }) => id)
    expect(ids).toContain(`three-${suffix}`)
    expect((await client.ask(index('kept'))).body.result).toMatchObject({ model: bundled, newer_model: better })
    await client.ask(`${index('kept')}/three-${suffix}`, { method: 'DELETE' })
    await train(client, 'kept')
  }

  test('still works in the running service, which notices the models', { tags: 'night' }, async () => {
    await expectOldAndNew('running')
  })

  test('still works after a restart', { tags: 'night' }, async () => {
    await service.close()
    ;({ service, client } = await open(folder))
    await expectOldAndNew('restarted')
  })

  test('moves to the better model by a training once its pictures are uploaded again', { tags: 'night' }, async () => {
    await client.upload(first)
    const { notes: kept } = await train(client, 'moved')
    expect(kept).toEqual([expect.stringMatching(/1 of 2 pictures/)])
    await client.upload(second)
    const counted = await client.processed()
    expect(await train(client, 'moved')).toMatchObject({ entries: 2, notes: [expect.stringContaining(better)] })
    expect(await client.processed()).toBe(counted)
    expect((await client.ask(index('moved'))).body.result).not.toHaveProperty('newer_model')
    await save(client, 'moved', 'four', fourth)
    expect(await train(client, 'moved')).not.toHaveProperty('notes')
    expect((await nearest(client, 'moved', first))[0]).toEqual({ id: 'one', distance: expect.closeTo(0, 3) })
    expect((await nearest(client, 'moved', fourth))[0]!.id).toBe('four')
  })

  test('custom taggers and categorizers move to the better model when they are taught again', async () => {
    for (const path of ['/v2/taggers/own', '/v2/categorizers/mine']) expect(await teach(client, path)).toBe(better)
    expect(await judgeBoth()).not.toEqual(taught)
  })

  test('gives advice if its model is gone, and works again when that is back', { tags: 'night' }, async () => {
    await save(client, 'late', 'one', fourth)
    expect(await train(client, 'late')).toMatchObject({ state: 'trained' })
    rmSync(join(folder, 'models'), { recursive: true })
    mkdirSync(join(folder, 'models'))
    expect((await train(client, 'late')).notes).toEqual([expect.stringContaining(better)])
    const refused = await client.ask(index('late'), formOf({ image: fourth }))
    expect([refused.status, refused.body.status.text]).toEqual([503, expect.stringContaining(better)])
    for (const path of ['/v2/tags/own', '/v2/categories/mine']) {
      const { status, body } = await client.ask(path, formOf({ image: third }))
      expect([status, body.status.text]).toEqual([503, expect.stringMatching(new RegExp(`${better}.*teach it again`))])
    }
    expect((await nearest(client, 'kept', first))[0]!.id).toBe('one')
    cpSync(join(sharedModels()!, 'mobilenetv2-12-int8-embedding.onnx'), modelFile())
    expect((await nearest(client, 'late', fourth))[0]!.id).toBe('one')
  })

  const modelFile = () => join(folder, 'models', 'mobilenetv2-12-int8-embedding.onnx')
})
