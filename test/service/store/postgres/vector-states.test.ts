import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/contract/errors.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { useTestDatabase } from '../../../fixtures/postgres/open-test-postgres.ts'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { openTestIndexes, settle } from '../../../indexes/named/open-test-indexes.ts'

const name = { owner: 'ada', kind: 'categories', categorizerId: 'general_v3', indexId: 'trip' } as const
const vectorOf = (n: number) => Float32Array.from({ length: 8 }, (_, i) => (i === n % 8 ? 5 : 1 + (n % 3)))

describe.skipIf(!hasPostgres)('tables of pgvector on a server: PostgreSQL', () => {
  const openNode = useTestDatabase()

  test('two nodes search what one of them trained; a server without pgvector is reported', async () => {
    const nodes = [await openNode(), await openNode()] as const
    const opened = await nodes[0].openVectorStates().catch((error: unknown) => error)
    if (opened instanceof AppError) {
      expect([opened.code, opened.message]).toEqual(['bad-params', expect.stringContaining('pgvector')])
      return
    }
    const [first, second] = await Promise.all(
      nodes.map(async ({ indexes, openVectorStates }) =>
        openTestIndexes({
          folder: tempFolder('node'),
          store: { ...indexes, close: async () => {} },
          states: await openVectorStates(),
        }),
      ),
    )
    const entries = Array.from({ length: 12 }, (_, n) => ({ entryId: `photo ${n}`, vector: vectorOf(n) }))
    await first!.saveAll(name, entries)
    await settle(first!, await first!.train(name), name.owner)
    const found = await second!.search(name, vectorOf(3), { count: 2 })
    expect(found.images[0]).toEqual({ id: 'photo 3', distance: 0 })
    await second!.removeIndex(name)
    await Promise.all([first!.close(), second!.close()])
  })
})
