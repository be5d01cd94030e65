import { expect, test } from 'vitest'
import { mergeKeywords, moveKeyword, removeKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { openKeywords } from './keyword-library.ts'

/** A library in which a person gave a photo these keywords, in this order. */
async function openWith(...names: string[]) {
  const library = openKeywords([])
  for (const name of names) await library.changes.apply({ kind: 'add-tag', name, ids: library.ids })
  return { ...library, recent: () => library.catalog.keywords.recent(9) }
}

test('recently used keywords are listed under their present names', async () => {
  const library = await openWith('Vienna/Prater', 'dog', 'Vienna')
  expect(library.recent()).toEqual(['Vienna', 'dog', 'Vienna/Prater'])
  await moveKeyword(library, { from: 'vienna', to: 'Places/Wien' })
  expect(library.recent()).toEqual(['Places/Wien', 'dog', 'Places/Wien/Prater'])
  await mergeKeywords(library, { names: ['DOG'], into: 'Animals/Dog', keepsNames: false })
  expect(library.recent()).toEqual(['Places/Wien', 'Animals/Dog', 'Places/Wien/Prater'])
  await removeKeyword(library, 'Places')
  expect(library.recent()).toEqual(['Animals/Dog'])
  await library.changes.undo()
  await library.changes.undo()
  await library.changes.undo()
  expect(library.recent()).toEqual(['Vienna', 'dog', 'Vienna/Prater'])
})

test('two merged keywords are one, and one given again after its removal counts again', async () => {
  const library = await openWith('cat', 'dog', 'sea')
  await mergeKeywords(library, { names: ['cat', 'dog'], into: 'pet', keepsNames: false })
  expect(library.recent()).toEqual(['sea', 'pet'])
  await removeKeyword(library, 'pet')
  await library.changes.apply({ kind: 'add-tag', name: 'Pet', ids: library.ids })
  expect(library.recent()).toEqual(['Pet', 'sea'])
})
