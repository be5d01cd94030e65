import { say } from '../../contract/sentences/say.ts'
import type { FaceGroup, FacesOf, Person, ShownFace, SuggestedFace } from '../../contract/library/people.ts'
import { AppError } from '../../contract/errors.ts'
import { scoreOf } from '../../analysis/faces/likeness.ts'
import type { Catalog, FaceArea, FaceOfPerson, KeptFace } from '../catalog/catalog.ts'
import { onlyShown, showFaces } from './shown-faces.ts'

type Dependencies = { catalog: Pick<Catalog, 'people' | 'photos' | 'search'> }
type Page = { offset: number; limit: number }

/** How many faces of a group are told with it. */
const SOME = 8

const countPhotos = (faces: readonly { photoId: number }[]) => new Set(faces.map(({ photoId }) => photoId)).size
const areaOf = ({ width, height }: FaceArea) => width * height

/** Everyone with a face that may be seen: those with most faces first. */
export function listPeople(dependencies: Dependencies): Person[] {
  const { people } = dependencies.catalog
  const faces = Map.groupBy(onlyShown(dependencies, people.faces()), ({ personId }) => personId)
  const suggested = Map.groupBy(onlyShown(dependencies, people.vectors.suggested()), ({ suggestedId }) => suggestedId)
  return people
    .people()
    .flatMap(({ id, name, neverSuggest, isPrivate }) => {
      const own = faces.get(id)
      if (own === undefined) return []
      const [face = null] = showFaces(dependencies, [largest(own)])
      const suggestions = suggested.get(id)?.length ?? 0
      return [{ name, photos: countPhotos(own), faces: own.length, suggestions, neverSuggest, isPrivate, face }]
    })
    .sort((a, b) => b.faces - a.faces || (a.name < b.name ? -1 : 1))
}

const largest = (faces: readonly FaceOfPerson[]): FaceOfPerson =>
  faces.reduce((best, face) => (areaOf(face) > areaOf(best) ? face : best))

/** Groups without a name, the largest first, and how many there are. */
export function listGroups(
  dependencies: Dependencies,
  { offset, limit }: Page,
): { total: number; groups: FaceGroup[] } {
  const { people } = dependencies.catalog
  const groups = [...Map.groupBy(onlyShown(dependencies, people.vectors.grouped()), ({ groupId }) => groupId)]
  groups.sort(([a, ones], [b, others]) => others.length - ones.length || a - b)
  return {
    total: groups.length,
    groups: groups.slice(offset, offset + limit).map(([id, faces]) => ({
      id,
      faces: faces.length,
      photos: countPhotos(faces),
      some: showFaces(dependencies, faces.slice(0, SOME)),
    })),
  }
}

/** Faces that may be someone's, the likeliest first. */
export function listSuggestions(
  dependencies: Dependencies,
  { name, offset, limit }: Page & { name?: string | undefined },
): { total: number; faces: SuggestedFace[] } {
  const { people } = dependencies.catalog
  const names = new Map(people.people().map((person) => [person.id, person.name]))
  const wanted = name === undefined ? undefined : (people.find(name)?.id ?? -1)
  const found = onlyShown(dependencies, people.vectors.suggested()).filter(
    ({ suggestedId }) => names.has(suggestedId) && (wanted === undefined || suggestedId === wanted),
  )
  return {
    total: found.length,
    faces: found.slice(offset, offset + limit).flatMap((face) =>
      showFaces(dependencies, [face]).map((shown) => ({
        face: shown,
        name: names.get(face.suggestedId)!,
        score: scoreOf(face.likeness),
      })),
    ),
  }
}

/** Faces of someone, of a group, or left alone. Throws `bad-params` for a name that nobody has. */
export function listFaces(
  dependencies: Dependencies,
  of: FacesOf,
  { offset, limit }: Page,
): { total: number; faces: ShownFace[] } {
  const all = facesOf(dependencies, of)
  return { total: all.length, faces: showFaces(dependencies, all.slice(offset, offset + limit)) }
}

/** The same as they are kept. */
export function facesOf(dependencies: Dependencies, of: FacesOf): (FaceArea & { photoId: number })[] {
  const { people } = dependencies.catalog
  if (of.of === 'person') return onlyShown(dependencies, people.faces(requirePerson(people, of.name).id))
  if (of.of === 'ignored') return onlyShown(dependencies, people.ignored())
  return onlyShown(dependencies, people.vectors.grouped()).filter(({ groupId }: KeptFace) => groupId === of.id)
}

/** Throws `bad-params` for a name that nobody has. */
export function requirePerson(people: Pick<Catalog['people'], 'find'>, name: string) {
  const found = people.find(name)
  if (found === undefined) throw new AppError('bad-params', say('errors.nobodyCalled', { name }))
  return found
}
