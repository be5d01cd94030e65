import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { foundFace, statementOn, saveFaces, say } from './rows/people.ts'
import { openForTest, openWithRoot } from '../catalog/library.ts'
import { LIBRARY_IDS } from '../../../src-main/library/history/kinds/change-kind.ts'

const isOfCatalog = (name: string) => name.startsWith('library.db')

test('names given after the last backup are there after a restore', () => {
  const folder = tempFolder('library')
  const { catalog, add } = openWithRoot(folder)
  const [a, b] = add('a.jpg', 'b.jpg') as [number, number]
  for (const id of [a, b]) saveFaces(catalog, id, [foundFace(100, 100), foundFace(600, 100)])
  say(catalog, [[a, [statementOn(100, 100, { name: 'Anna' })]]])
  catalog.close()
  const backup = tempFolder('backup')
  for (const name of readdirSync(folder).filter(isOfCatalog)) copyFileSync(join(folder, name), join(backup, name))

  const later = openForTest(folder)
  say(later, [[b, [statementOn(100, 100, { name: 'Ben' }), statementOn(600, 100, { not: ['Anna'] })]]])
  say(later, [[a, [statementOn(100, 100, { name: 'Anna' }), statementOn(600, 100, { isIgnored: true })]]])
  later.changes.apply({ kind: 'person', name: 'Ben', neverSuggest: true, isPrivate: true, ids: LIBRARY_IDS })
  const renamed = { kind: 'people', action: 'renamed', name: 'Anna', into: 'Anne', faces: 1, photos: 1 } as const
  const run = later.changes.beginBatch(renamed, [
    { change: { kind: 'person', name: 'Anne', neverSuggest: true, isPrivate: false }, ids: LIBRARY_IDS },
    { change: { kind: 'faces', faces: [statementOn(100, 100, { name: 'Anne' })] }, ids: [a] },
  ])
  while (!run.isDone) later.changes.step(run)
  const state = (of: typeof later) => ({
    statements: of.people.statements([a, b]),
    people: of.people.people().map(({ name, neverSuggest, isPrivate }) => ({ name, neverSuggest, isPrivate })),
  })
  const before = state(later)
  later.close()

  for (const name of readdirSync(folder).filter(isOfCatalog)) rmSync(join(folder, name))
  for (const name of readdirSync(backup)) copyFileSync(join(backup, name), join(folder, name))
  const restored = openForTest(folder)
  expect(restored.edits.replayed()).toMatchObject({ edits: 4, problems: [] })
  expect(state(restored)).toEqual(before)
  expect(before.people).toContainEqual({ name: 'Anne', neverSuggest: true, isPrivate: false })
  expect(restored.people.namesOn(b)).toMatchObject([{ name: 'Ben' }])
})
