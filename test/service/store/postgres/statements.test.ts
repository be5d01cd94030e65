import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../fixtures/postgres/test-database.ts'
import { openNode, sent, type Node } from './open-node.ts'

const index = '/v2/similar-images/categories/general_v3/trip'
const saving = (id: string) => `/v2/categories/general_v3?save_index=trip&save_id=${id}`
const colorIndex = '/v2/similar-images/colors/trip'
const savingColors = (id: string) => `/v2/colors?deterministic=1&save_index=trip&save_id=${id}`

describe.skipIf(!hasPostgres)('statements of a request in PostgreSQL', () => {
  let database: TestDatabase
  let node: Node
  let id: string

  beforeAll(async () => {
    database = await createTestDatabase()
    node = await openNode(database.url)
    for (const path of [saving('first'), savingColors('first')])
      expect(await node.ask(path, sent())).toMatchObject({ status: 200 })
    for (const path of [index, colorIndex]) {
      const { ticket_id } = (await node.ask(path, { method: 'PUT' })).body.result
      const isTrained = async () => (await node.ask(`/v2/tickets/${ticket_id}`)).body.result?.is_final
      await vi.waitUntil(isTrained, { timeout: 60_000, interval: 50 })
    }
    id = await node.upload() // later: with it, the training would describe the picture again
  })
  afterAll(async () => {
    await node.close()
    await database.drop()
  })

  test.each([
    ['a picture sent', 2, () => node.ask('/v2/tags', sent())],
    ['an upload', 2, () => node.ask(`/v2/tags?image_upload_id=${id}`)],
    ['a picture kept as an upload', 3, () => node.ask('/v2/uploads', sent())],
    ['a picture saved in an index', 3, () => node.ask(saving('a'), sent())],
    ['an upload saved in an index', 3, () => node.ask(`${saving('b')}&image_upload_id=${id}`)],
    ['an upload saved in an index of colours', 3, () => node.ask(`${savingColors('b')}&image_upload_id=${id}`)],
    ['a search for a picture sent', 3, () => node.ask(index, sent())],
    ['a search for an upload', 3, () => node.ask(`${index}?image_upload_id=${id}`)],
    ['a search for an entry', 4, () => node.ask(`${index}?entry=first`)],
    ['a search by colours', 3, () => node.ask(colorIndex, sent())],
    ['whether an entry is there', 4, () => node.ask(`${index}/first`)],
    ['the usage', 3, () => node.ask('/v2/usage')],
  ])('%s: at most %i', async (_what, most, ask) => {
    const { answer, statements } = await node.count(ask)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
  })

  test('simultaneous saves cost no more each', async () => {
    const many = () => Promise.all(Array.from({ length: 6 }, (_, n) => node.ask(saving(`many-${n}`), sent())))
    const { answer, statements } = await node.count(many)
    expect(answer.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(18)
  })
})
