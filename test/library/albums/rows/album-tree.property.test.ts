import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'
import { byNight } from '../../../fixtures/night.ts'
import { type OpenCatalog, openForTest } from '../../catalog/library.ts'

/** What a person does with albums; the numbers choose among those that are there. */
type Action = { what: 'create' | 'move' | 'remove' | 'undo' | 'redo'; one: number; other: number }
const actions = fc.array(
  fc.record<Action>({
    what: fc.constantFrom('create', 'create', 'move', 'move', 'remove', 'undo', 'undo', 'redo'),
    one: fc.nat(),
    other: fc.nat(),
  }),
  { minLength: 8, maxLength: 25 },
)

const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % items.length]
const shown = ({ albums }: OpenCatalog) => albums.paths().map(({ id }) => id)

function createOne({ albums, changes }: OpenCatalog, parentId: number | null) {
  const id = albums.newId()
  const place = albums.lastPlace(parentId)
  changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name: `${id}`, place, isRemoved: false })
}

function moveOne({ albums, changes }: OpenCatalog, id: number, parentId: number | null) {
  if (parentId !== null && albums.within(id).includes(parentId)) return
  const places = albums.planMove({ moved: { kind: 'album', id }, parentId, before: null })
  if (places.length > 0) changes.apply({ kind: 'album-places', ids: LIBRARY_IDS, name: `${id}`, places })
}

function removeOne({ albums, changes }: OpenCatalog, id: number) {
  const { name } = albums.get(id)
  changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place: albums.lastPlace(null), isRemoved: true })
}

/** Takes back any change, or does it again. A move hides no album, and one that comes back is shown. */
function reverseOne(catalog: OpenCatalog, what: 'undo' | 'redo', number: number) {
  const { changes } = catalog
  const entries = changes.history(100).filter(({ isUndone }) => isUndone === (what === 'redo'))
  const entry = pick(entries, number)
  if (entry === undefined) return
  const before = shown(catalog)
  const isDone = changes[what](entry.id).ids.length > 0
  const { change } = entry
  if (change.kind === 'album-places') expect(shown(catalog)).toEqual(expect.arrayContaining(before))
  if (isDone && change.kind === 'album' && change.isRemoved === (what === 'undo'))
    expect(shown(catalog)).toContain(change.id)
}

test('an undo or redo of any change hides no album that this change does not remove', () => {
  fc.assert(
    fc.property(actions, (steps) => {
      const catalog = openForTest()
      for (const { what, one, other } of steps) {
        const ids = shown(catalog)
        const [id, parentId] = [pick(ids, one), pick([null, ...ids], other) ?? null]
        if (what === 'create') createOne(catalog, parentId)
        else if (what === 'undo' || what === 'redo') reverseOne(catalog, what, one)
        else if (id !== undefined && what === 'move') moveOne(catalog, id, parentId)
        else if (id !== undefined) removeOne(catalog, id)
      }
      catalog.close()
    }),
    { numRuns: byNight(10, 300) },
  )
})
