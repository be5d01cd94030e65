import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeVector } from '../../../../src-main/base/sqlite/vector-blob.ts'
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../fixtures/postgres/test-database.ts'
import { openNode, sent, vectorOf, type Node } from './open-node.ts'

describe.skipIf(!hasPostgres)('saving in one index by two nodes', () => {
  let database: TestDatabase
  let [one, two] = [] as unknown as [Node, Node]
  let whenDescribed: () => Promise<void>

  beforeAll(async () => {
    database = await createTestDatabase()
    const options = { whenDescribed: () => whenDescribed() }
    one = await openNode(database.url, { best: 'older', ...options })
    two = await openNode(database.url, { best: 'newer', ...options })
  })
  beforeEach(() => {
    whenDescribed = async () => {}
  })
  afterAll(async () => {
    await one.close()
    await two.close()
    await database.drop()
  })

  const nameOf = (indexId: string) =>
    ({ owner: one.owner, kind: 'categories', categorizerId: 'general_v3', indexId }) as const
  const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status
  const save = (node: Node, indexId: string, id: string) =>
    statusOf(node.ask(`/v2/categories/general_v3?save_index=${indexId}&save_id=${id}`, sent()))
  const saveColors = (node: Node, id: string, features = '') =>
    statusOf(node.ask(`/v2/colors?deterministic=1&save_index=shades&save_id=${id}${features}`, sent()))
  const remove = (node: Node, indexId: string) =>
    statusOf(node.ask(`/v2/similar-images/categories/general_v3/${indexId}`, { method: 'DELETE' }))

  /** The model of an index, and those of its entries. */
  async function modelsOf(indexId: string): Promise<{ model: string | null; ofEntries: string[] }> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ model: string; vector: Buffer }>(
      'SELECT model, vector FROM lumafold.indexes i JOIN lumafold.entries e ON e.index_row = i.id WHERE index_id = $1',
      [indexId],
    )
    await client.end()
    const made = (vector: Float32Array) => ['older', 'newer'].find((model) => vectorOf(model)[1] === vector[1])!
    return { model: rows[0]?.model ?? null, ofEntries: rows.map(({ vector }) => made(decodeVector(vector))) }
  }

  test("simultaneous first pictures of different models all use the first one's model", { tags: 'night' }, async () => {
    for (const indexId of ['race-1', 'race-2', 'race-3', 'race-4']) {
      let described = 0
      const both = Promise.withResolvers<void>()
      whenDescribed = () => {
        if (++described === 2) both.resolve()
        return both.promise
      }
      expect(await Promise.all([save(one, indexId, 'a'), save(two, indexId, 'b')])).toEqual([200, 200])
      const { model, ofEntries } = await modelsOf(indexId)
      expect(ofEntries).toEqual([model, model])
    }
  })

  test('of two that name their model, one is refused', async () => {
    const outcomes = await Promise.allSettled([
      one.indexes.save(nameOf('said'), 'a', vectorOf('older'), { model: 'older' }),
      two.indexes.save(nameOf('said'), 'b', vectorOf('newer'), { model: 'newer' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'bad-params' } })
    const { model, ofEntries } = await modelsOf('said')
    expect(ofEntries).toEqual([model])
  })

  test('an index removed by another node, and perhaps created again, is not served from memory', async () => {
    expect([await save(two, 'again', 'a'), await save(one, 'again', 'b')]).toEqual([200, 200])
    expect(await modelsOf('again')).toEqual({ model: 'newer', ofEntries: ['newer', 'newer'] })
    expect([await remove(two, 'again'), await save(one, 'again', 'c')]).toEqual([200, 200])
    expect(await modelsOf('again')).toEqual({ model: 'older', ofEntries: ['older'] })
    expect([await remove(one, 'again'), await save(two, 'again', 'd'), await save(one, 'again', 'e')]).toEqual([
      200, 200, 200,
    ])
    expect(await modelsOf('again')).toEqual({ model: 'newer', ofEntries: ['newer', 'newer'] })
  })

  test("colours use the index's present content by default", async () => {
    const name = { owner: one.owner, kind: 'colors', indexId: 'shades' } as const
    expect([await saveColors(one, 'a', '&features_type=object'), await saveColors(two, 'b')]).toEqual([200, 200])
    expect((await two.indexes.traits(name)).featuresType).toBe('object')
    await one.indexes.removeIndex(name)
    expect(await saveColors(two, 'c')).toBe(200)
    expect((await one.indexes.traits(name)).featuresType).toBe('overall')
    expect(await saveColors(one, 'd')).toBe(200)
    expect(await saveColors(one, 'e', '&features_type=object')).toBe(400)
  })
})
