import { expect, test } from 'vitest'
import type { FinishedChoice } from '../../../src-main/contract/library/finished-choice.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { finishChoice } from '../../../src-main/library/albums/calls/finish-choice.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'
import { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import { openWithRoot } from '../catalog/library.ts'

function open() {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  const changes = new PersonChanges({
    catalog,
    hub: new EventHub(),
    beforeRisky: async () => undefined,
    onFoldersChanged: () => undefined,
    onClassifierChanged: () => undefined,
    onWritingChanged: () => undefined,
    putBack: async () => expect.fail('no file is put back'),
    undoExport: async () => expect.fail('no export is undone'),
  })
  const finish = (groups: FinishedChoice['groups']) =>
    finishChoice({ catalog, changes, privacy: { requireShown: () => undefined } }, { groups })
  const albums = () =>
    catalog.albums.tree().albums.map(({ id, name }): [string, number[]] => [name, catalog.albums.photos(id)])
  const marks = () => catalog.photos.tiles(ids).map(({ rating, label }) => `${rating} ${label ?? ''}`.trim())
  return { catalog, changes, ids: ids as [number, number, number, number], finish, albums, marks }
}

test('albums, labels and stars of a choice are one change, and one undo takes all of it back', async () => {
  const { changes, ids, finish, albums, marks } = open()
  const [a, b, c, d] = ids
  const before = [albums(), marks()]
  const done = await finish([
    { ids: [b, a], fate: { kind: 'new-album', name: 'Best' } },
    { ids: [c], fate: { kind: 'label', label: 'Red' } },
    { ids: [d], fate: { kind: 'rating', rating: 2 } },
  ])
  expect(inEnglish(done.sentence)).toBe('Finished the choice: gave 4 photos albums, labels or stars')
  const after = [albums(), marks()]
  expect(after).toEqual([[['Best', [b, a]]], ['0', '0', '0 Red', '2']])
  expect(changes.history(9)).toHaveLength(1)
  await changes.undo()
  expect([albums(), marks()]).toEqual(before)
  await changes.redo()
  expect([albums(), marks()]).toEqual(after)
})

test('groups may share an album, a new one and one that has photos', async () => {
  const { ids, finish, albums } = open()
  const [a, b, c, d] = ids
  await finish([
    { ids: [b], fate: { kind: 'new-album', name: 'All' } },
    { ids: [a], fate: { kind: 'new-album', name: 'all' } },
  ])
  expect(albums()).toEqual([['All', [b, a]]])
  await finish([
    { ids: [d, a], fate: { kind: 'album', id: 1 } },
    { ids: [c], fate: { kind: 'album', id: 1 } },
  ])
  expect(albums()).toEqual([['All', [b, a, d, c]]])
})

test('nothing is changed if the name of a new album is taken', async () => {
  const { changes, ids, finish, marks } = open()
  await finish([{ ids: [ids[0]], fate: { kind: 'new-album', name: 'Best' } }])
  await expect(
    finish([
      { ids: [ids[1]], fate: { kind: 'rating', rating: 5 } },
      { ids: [ids[2]], fate: { kind: 'new-album', name: 'best' } },
    ]),
  ).rejects.toMatchObject({ code: 'bad-params' })
  expect([marks(), changes.history(9).length]).toEqual([['0', '0', '0', '0'], 1])
})
