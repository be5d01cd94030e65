import { expect, onTestFinished, test, vi } from 'vitest'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { IndexName } from '../../../src-main/indexes/named/index-name.ts'
import { moveIndex, type MoveDependencies } from '../../../src-main/service/contents/move-index.ts'
import { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import type { Account } from '../../../src-main/service/ports/ports.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openTestIndexes } from '../../indexes/named/open-test-indexes.ts'

const name: IndexName = { owner: 'ada', kind: 'categories', categorizerId: 'general_v3', indexId: 'pets' }
const account = { id: 'ada' } as Account
const watch = () => ({ signal: new AbortController().signal, onProgress: () => {} })

async function openOld(): Promise<Indexes> {
  const indexes = await openTestIndexes({ folder: tempFolder('indexes') })
  onTestFinished(() => indexes.close())
  for (const id of ['cat', 'dog'])
    await indexes.save(name, id, Float32Array.of(1, 0), { model: 'old', picture: `${id}.jpg` })
  return indexes
}

/** Uploads of some pictures, described by a simulated engine that does something first. */
function depend(kept: string[], describe: (path: string) => unknown = () => {}): MoveDependencies {
  const run = async (_account: Account, { path }: { path: string }) => {
    await describe(path)
    return [{ ok: true, operation: 'contentVector', value: { modelId: 'new', vector: Float32Array.of(0, 0, 1) } }]
  }
  return {
    accountOf: async (id) => (id === account.id ? account : undefined),
    uploads: {
      find: async (_account, id) => ({ path: id, pictureId: id, release: async () => {} }),
      keptPictures: async () => new Map(kept.map((picture) => [picture, `upload of ${picture}`])),
    },
    analysis: { run: run as never, contentModels: () => ['new', 'old'] },
  }
}

test('pictures saved while an index moves are described, too', async () => {
  const indexes = await openOld()
  const kept = ['cat.jpg', 'dog.jpg', 'late.jpg']
  const saveLate = vi.fn(async () => {
    if (saveLate.mock.calls.length === 2)
      await indexes.save(name, 'late', Float32Array.of(0, 1), { model: 'old', picture: 'late.jpg' })
  })
  expect(await moveIndex(name, indexes, watch(), depend(kept, saveLate))).toMatch(/^Moved .* 3 pictures/)
  expect([await indexes.modelFor('save', name), saveLate.mock.calls.length]).toEqual(['new', 3])
})

test.each([
  ['a picture that is not kept', ['cat.jpg'], () => {}, /1 of 2 pictures/],
  [
    'a picture that cannot be described',
    ['cat.jpg', 'dog.jpg'],
    () => {
      throw new ServiceError(410, 'It is gone.')
    },
    /It is gone\. Train it again/,
  ],
])('%s leaves the index unchanged, and is reported', async (_what, kept, describe, why) => {
  const indexes = await openOld()
  const note = await moveIndex(name, indexes, watch(), depend(kept, describe))
  expect(note).toMatch(/^The index keeps the model old, though new is installed/)
  expect(note).toMatch(why)
  expect(await indexes.modelFor('save', name)).toBe('old')
})

test('a picture saved meanwhile and not kept leaves the index unchanged', async () => {
  const indexes = await openOld()
  const late = () => indexes.save(name, 'late', Float32Array.of(0, 1), { model: 'old', picture: 'late.jpg' })
  expect(await moveIndex(name, indexes, watch(), depend(['cat.jpg', 'dog.jpg'], late))).toContain('"late" is not kept')
  expect(await indexes.modelFor('save', name)).toBe('old')
})

test('an index of the best model, of colours, or of nobody gets no report', async () => {
  const indexes = await openOld()
  const dependencies = depend([])
  const best = { ...dependencies, analysis: { ...dependencies.analysis, contentModels: () => ['old'] } }
  expect(await moveIndex(name, indexes, watch(), best)).toBe('')
  expect(await moveIndex({ owner: 'ada', kind: 'colors', indexId: 'x' }, indexes, watch(), dependencies)).toBe('')
  expect(await moveIndex({ ...name, owner: 'bob' }, indexes, watch(), dependencies)).toBe('')
})

test('a stop ends it at once', async () => {
  const stopping = new AbortController()
  const moving = moveIndex(
    name,
    await openOld(),
    { signal: stopping.signal, onProgress: () => stopping.abort() },
    depend(['cat.jpg', 'dog.jpg']),
  )
  await expect(moving).rejects.toThrow('aborted')
})
