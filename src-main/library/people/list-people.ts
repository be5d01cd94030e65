import { setImmediate } from 'node:timers/promises'
import { say } from '../../contract/sentences/say.ts'
import type { FaceGroup, FacesOf, Person, ShownFace, SuggestedFace } from '../../contract/library/people.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import { AppError } from '../../contract/errors.ts'
import { scoreOf } from '../../analysis/faces/likeness.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type FaceArea, faceKeyOf } from './rows/face-vectors/face-area.ts'
import type { AskedRow, NamelessRow } from './rows/face-vectors/face-lists.ts'
import type { KeptFace } from './rows/face-vectors/kept-face.ts'
import type { FaceOfPerson } from './rows/people-store.ts'
import { hiddenPeople } from './hidden-people.ts'

type Dependencies = { catalog: Pick<Catalog, 'people' | 'photos' | 'search'> }
type Page = { offset: number; limit: number }

/** Number of faces returned with a group. */
const SOME = 8
/** People or groups whose pictures are read at once; windows are served in between. */
const PIECE = 5

type Own = { faces: number; photos: number; lastPhoto: number; largest: FaceOfPerson }

const areaOf = ({ width, height }: FaceArea) => width * height

/** Everyone with a visible face: those with most faces first. */
export async function listPeople(dependencies: Dependencies): Promise<Person[]> {
  const { people } = dependencies.catalog
  const owns = new Map<number, Own>()
  for await (const rows of namedRows(dependencies)) for (const row of rows) count(owns, row)
  const suggestions = new Map<number, number>()
  for await (const rows of askedRows(dependencies))
    for (const { suggestedId } of rows) suggestions.set(suggestedId, (suggestions.get(suggestedId) ?? 0) + 1)
  const found = people.people().flatMap((person) => {
    const own = owns.get(person.id)
    return own === undefined ? [] : [{ ...person, own }]
  })
  const list = await inPieces(found, ({ id, name, neverSuggest, isPrivate, own: { faces, photos, largest } }) => {
    const [face = null] = showFaces(dependencies, [largest])
    return { name, photos, faces, suggestions: suggestions.get(id) ?? 0, neverSuggest, isPrivate, face }
  })
  return list.sort((a, b) => b.faces - a.faces || (a.name < b.name ? -1 : 1))
}

/** Rows are ordered by person and photo. */
function count(owns: Map<number, Own>, row: FaceOfPerson): void {
  const own = owns.get(row.personId)
  if (own === undefined) {
    owns.set(row.personId, { faces: 1, photos: 1, lastPhoto: row.photoId, largest: row })
    return
  }
  own.faces++
  if (row.photoId !== own.lastPhoto) own.photos++
  own.lastPhoto = row.photoId
  if (areaOf(row) > areaOf(own.largest)) own.largest = row
}

/** Groups without a name, the largest first, and their number. */
export async function listGroups(
  dependencies: Dependencies,
  { offset, limit }: Page,
): Promise<{ total: number; groups: FaceGroup[] }> {
  const groups: { id: number; faces: number; photos: number; lastPhoto: number }[] = []
  for await (const rows of namelessRows(dependencies))
    for (const { groupId, photoId } of rows) {
      const last = groups.at(-1)
      if (last?.id !== groupId) groups.push({ id: groupId, faces: 1, photos: 1, lastPhoto: photoId })
      else {
        last.faces++
        if (photoId !== last.lastPhoto) last.photos++
        last.lastPhoto = photoId
      }
    }
  await setImmediate()
  groups.sort((a, b) => b.faces - a.faces || a.id - b.id)
  await setImmediate()
  const page = await inPieces(groups.slice(offset, offset + limit), ({ id, faces, photos }) => {
    return { id, faces, photos, some: showFaces(dependencies, clearest(dependencies, id, Math.min(faces, SOME))) }
  })
  return { total: groups.length, groups: page }
}

/** The largest visible faces of a group: all are read only if many are hidden. */
function clearest(dependencies: Dependencies, groupId: number, count: number): KeptFace[] {
  const { people, search } = dependencies.catalog
  const first = search.onlyShown(people.vectors.namelessOf(groupId, 4 * SOME))
  const some = first.length < count ? search.onlyShown(people.vectors.namelessOf(groupId)) : first
  return some.slice(0, SOME)
}

/** Suggested faces of someone, the likeliest first. */
export async function listSuggestions(
  dependencies: Dependencies,
  { name, offset, limit }: Page & { name?: string | undefined },
): Promise<{ total: number; faces: SuggestedFace[] }> {
  const { people } = dependencies.catalog
  const wanted = name === undefined ? undefined : (people.find(name)?.id ?? -1)
  const found: AskedRow[] = []
  for await (const rows of askedRows(dependencies))
    found.push(...rows.filter(({ suggestedId }) => wanted === undefined || suggestedId === wanted))
  const names = new Map(people.people().map((person) => [person.id, person.name]))
  const page = people.vectors.byId(found.slice(offset, offset + limit).map(({ id }) => id))
  const faces = await inPieces(page, (face) =>
    showFaces(dependencies, [face]).flatMap((shown) => {
      const suggested = names.get(face.suggestedId)
      return suggested === undefined ? [] : [{ face: shown, name: suggested, score: scoreOf(face.likeness) }]
    }),
  )
  return { total: found.length, faces: faces.flat() }
}

/** Faces of someone, of a group, or ignored ones. Throws `bad-params` for an unknown name. */
export function listFaces(
  dependencies: Dependencies,
  of: FacesOf,
  { offset, limit }: Page,
): { total: number; faces: ShownFace[] } {
  const all = facesOf(dependencies, of)
  return { total: all.length, faces: showFaces(dependencies, all.slice(offset, offset + limit)) }
}

/** The same as stored. */
export function facesOf(dependencies: Dependencies, of: FacesOf): (FaceArea & { photoId: number })[] {
  const { people, search } = dependencies.catalog
  if (of.of === 'person') return search.onlyShown(people.faces(requirePerson(people, of.name).id))
  return search.onlyShown(of.of === 'ignored' ? people.ignored() : people.vectors.namelessOf(of.id))
}

/** Throws `bad-params` for an unknown name. */
export function requirePerson(people: Pick<Catalog['people'], 'find'>, name: string) {
  const found = people.find(name)
  if (found === undefined) throw nobodyCalled(name)
  return found
}

export const nobodyCalled = (name: string): AppError => new AppError('bad-params', say('errors.nobodyCalled', { name }))

async function inPieces<From, To>(all: readonly From[], make: (each: From) => To): Promise<To[]> {
  const made: To[] = []
  for (const [place, each] of all.entries()) {
    if (place > 0 && place % PIECE === 0) await setImmediate()
    made.push(make(each))
  }
  return made
}

type Shown = { catalog: Pick<Catalog, 'people' | 'search'> }

/** Rows read at once; windows are served in between. */
const ROWS = 1000

/** Visible named faces, by person and photo, a thousand at a time. */
const namedRows = (dependencies: Shown): AsyncGenerator<FaceOfPerson[]> =>
  inPages(dependencies, (after: FaceOfPerson | undefined) => dependencies.catalog.people.facesAfter(after, ROWS))

/** Visible faces in a group without a name, by group and photo. */
const namelessRows = (dependencies: Shown): AsyncGenerator<NamelessRow[]> =>
  inPages(dependencies, (after: NamelessRow | undefined) => dependencies.catalog.people.vectors.nameless(after, ROWS))

/** Visible faces with a suggestion, the likeliest first; never of someone who is never suggested, or hidden. */
async function* askedRows(dependencies: Shown): AsyncGenerator<AskedRow[]> {
  const { people } = dependencies.catalog
  const silent = new Set([...people.silent(), ...hiddenPeople(dependencies).map(({ id }) => id)])
  for await (const rows of inPages(dependencies, (after: AskedRow | undefined) => people.vectors.asked(after, ROWS)))
    yield rows.filter(({ suggestedId }) => !silent.has(suggestedId))
}

async function* inPages<Row extends { photoId: number }>(
  dependencies: Shown,
  read: (after: Row | undefined) => Row[],
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = read(after)
    yield dependencies.catalog.search.onlyShown(rows)
    after = rows.at(-1)
    if (rows.length < ROWS || after === undefined) return
    await setImmediate()
  }
}

type Faces = { catalog: Pick<Catalog, 'people' | 'photos' | 'search'> }
type PlacedFace = FaceArea & { photoId: number }

/**
 * Faces with their photos; one whose photo was removed in the meantime is left out. The photos are whole: somebody
 * beside a crop has a face, too.
 */
function showFaces({ catalog }: Faces, faces: readonly PlacedFace[]): ShownFace[] {
  const tiles = catalog.photos.tiles([...new Set(faces.map(({ photoId }) => photoId))])
  const byId = new Map(tiles.map((tile) => [tile.id, tile]))
  return faces.flatMap(({ photoId, x, y, width, height }) => {
    const photo = byId.get(photoId)
    const area = { x, y, width, height }
    return photo === undefined
      ? []
      : [{ photoId, key: faceKeyOf(area), box: catalog.people.asShown(photoId, area), photo: withoutCrop(photo) }]
  })
}

function withoutCrop({ crop, ...photo }: PhotoTile): PhotoTile {
  return crop === undefined ? photo : { ...photo, width: crop.fullWidth, height: crop.fullHeight }
}
