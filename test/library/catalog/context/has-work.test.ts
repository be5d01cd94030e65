import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { hasFileWork } from '../../../../src-main/library/catalog/context/has-work.ts'
import { type ChangeKind, LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'
import { changeKinds } from '../../../../src-main/library/history/journal/change-kinds.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openWithRoot, saveTags, tag } from '../library.ts'

/** A change of each kind that gives a photo something. A new kind belongs here or in the list below. */
const marksOf = (id: number): Record<string, object> => ({
  rate: { rating: 3 },
  'add-tag': { name: 'sea' },
  'remove-tag': { name: 'dog' },
  label: { label: 'Red' },
  pick: { pick: 1 },
  'taken-at': { takenAt: '2024-05-01T10:20:30' },
  orientation: { orientation: 6 },
  crop: { crop: '0.1,0.1,0.9,0.9,0' },
  sensitivity: { judgement: 'fine' },
  private: { isPrivate: true },
  stack: { stack: 0 },
  'stack-top': { top: 1 },
  title: { text: 'Sea' },
  caption: { text: 'Sea' },
  creator: { text: 'Sea' },
  copyright: { text: 'Sea' },
  fields: { values: { city: 'Porto' } },
  position: { position: { latitude: 1, longitude: 2, altitude: null } },
  'put-into-album': { album: 1, name: 'Best', photos: [id], from: id, step: 1 },
  'crop-pin': { ratio: '4:5', place: { x1: 0, y1: 0, x2: 1, y2: 1 } },
  suggestion: { name: 'sea', verdict: 'rejected', classifierId: 'sea' },
  faces: { faces: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2, name: 'Ann', isIgnored: false, not: [] }] },
})
const marked = Object.keys(marksOf(1))
/** Kinds that give a photo nothing themselves: they combine others, take something away, or concern files. */
const others = [
  'import',
  'merge-duplicates',
  'rotate',
  'change-keywords',
  'judge-suggestion',
  'paint',
  'people',
  'edit-metadata',
  'album-photos',
  'move-tag',
  'take-out-of-album',
  'remove-missing',
  'take-best',
  'finish-choice',
  'trash-photos',
  'move-files',
  'same-photo',
  'other-photos',
  'not-duplicates',
]

const ofPhotos = (changeKinds as unknown as readonly ChangeKind[]).filter(({ subject }) => subject === 'photos')

test('every change that gives a photo something counts as work worth keeping; file metadata does not', () => {
  expect(ofPhotos.map(({ kind }) => kind).toSorted()).toEqual([...marked, ...others].toSorted())
  const folder = tempFolder('catalog')
  const { catalog, add } = openWithRoot(folder)
  const db = connect(join(folder, 'library.db'))
  const kinds = ofPhotos.filter(({ kind }) => marked.includes(kind))
  const ids = add(...kinds.map(({ kind }) => `${kind}.jpg`))
  for (const id of ids) saveTags(catalog, id, tag('dog', 90))
  catalog.changes.apply({
    kind: 'album',
    ids: LIBRARY_IDS,
    id: 1,
    name: 'Best',
    place: { parentId: null, position: 1 },
    isRemoved: false,
  })
  const wrong = kinds.filter(({ kind, isDiscreet, isUnwritten }, at) => {
    const id = ids[at]!
    if (catalog.photos.hasWork(id) || hasFileWork(db, id)) return true
    catalog.changes.apply({ kind, ids: [id], ...marksOf(id)[kind] } as never)
    const isWritten = !isDiscreet && !isUnwritten
    return !catalog.photos.hasWork(id) || hasFileWork(db, id) !== isWritten
  })
  db.close()
  expect(wrong.map(({ kind }) => kind)).toEqual([])
})
