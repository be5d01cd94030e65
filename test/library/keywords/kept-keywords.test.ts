import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editKeyword, moveKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openForTest, openWithRoot } from '../catalog/library.ts'
import { changesOf } from './keyword-library.ts'

test('a catalogue that lost keywords, sets and their photos restores them from the journal beside it', async () => {
  const folder = tempFolder('library')
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'Wien' })
  catalog.close()
  const kept = tempFolder('kept')
  for (const name of readdirSync(folder).filter((each) => each.startsWith('library.db')))
    copyFileSync(join(folder, name), join(kept, name))
  const later = openForTest(folder)
  const library = { catalog: later, ...changesOf(later) }
  await editKeyword(library, { name: 'Wien', synonyms: ['Vindobona'] })
  await library.changes.apply({
    kind: 'keyword-set',
    id: 1,
    name: 'S',
    set: { name: 'S', keywords: ['Wien'] },
    ids: [0],
  })
  await moveKeyword(library, { from: 'Wien', to: 'Places/Vienna' })
  const state = () => ({ records: later.keywords.records(), sets: later.keywords.sets() })
  const before = state()
  later.close()
  for (const name of readdirSync(folder).filter((each) => each.startsWith('library.db'))) rmSync(join(folder, name))
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(folder, name))
  const restored = openForTest(folder)
  expect(restored.edits.replayed()).toMatchObject({ edits: 3, problems: [] })
  expect({ records: restored.keywords.records(), sets: restored.keywords.sets() }).toEqual(before)
  expect(restored.photos.detail(id!).tags.map(({ name }) => name)).toEqual(['Places/Vienna'])
  expect(before.records.get('Places/Vienna')?.synonyms).toEqual(['Vindobona'])
})
