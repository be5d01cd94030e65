import { reads } from '../../../fixtures/reads.ts'
import { join } from 'node:path'
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest, openWithRoot } from '../../catalog/library.ts'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'

const search = { name: 'Best', text: 'rating>=4 date:"last 30 days"', sort: { by: 'takenAt', order: 'desc' } as const }

test('a search is saved, found again, undone and redone; its folder may be removed', () => {
  const folder = tempFolder()
  const { catalog, root } = openWithRoot(folder)
  const { searches, changes } = catalog
  const save = (id: number, name: string, folderId: number | null = null) =>
    changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id, name, search: { ...search, name, folderId } })
  expect(searches.newId()).toBe(1)
  save(1, 'Best', root.id)
  save(2, 'best 10')
  save(3, 'Best 9')
  expect(searches.list().map(({ name }) => name)).toEqual(['Best', 'Best 9', 'best 10'])
  expect(searches.get(1)).toEqual({ ...search, id: 1, folderId: root.id })
  expect(() => searches.requireFreeName(' BEST ')).toThrow('There is a search called “Best” already.')
  expect(() => searches.requireFreeName('best', 1)).not.toThrow()
  expect(() => searches.get(9)).toThrow(expect.objectContaining({ code: 'bad-params' }))

  changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id: 1, name: 'Best', search: null })
  expect(changes.history(1)[0]).toMatchObject({ sentence: reads('Removed the saved search “Best”'), count: 0 })
  expect(searches.newId()).toBe(4)
  changes.undo()
  expect(searches.get(1)).toMatchObject({ text: search.text, folderId: root.id })
  changes.redo()
  expect(searches.list()).toHaveLength(2)
  changes.undo()
  catalog.folders.removeRoot(root.id)
  expect(searches.get(1).folderId).toBeNull()
})

test('a catalogue that lost its latest changes restores it from the journal', () => {
  const folder = tempFolder()
  const { catalog } = openWithRoot(folder)
  catalog.close()
  const before = tempFolder()
  cpSync(join(folder, 'library.db'), join(before, 'library.db'))
  const again = openForTest(folder)
  const given = { ...search, folderId: null }
  again.changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id: 1, name: 'Best', search: given })
  again.close()
  cpSync(join(before, 'library.db'), join(folder, 'library.db'))
  expect(openForTest(folder).searches.list()).toEqual([{ ...given, id: 1 }])
})
