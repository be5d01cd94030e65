import type { FaceOnPhoto } from '../../contract/library/face-on-photo.ts'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonRow } from './rows/people-rows.ts'

type Dependencies = { catalog: Pick<Catalog, 'people' | 'search'> }

/** People who are private while photos of them are hidden: even their names are not returned. */
export const hiddenPeople = ({ catalog: { people, search } }: Dependencies): PersonRow[] => {
  const isSeen = (id: number) => search.onlyShown(people.faces(id)).length > 0
  return people.people().filter(({ id, isPrivate }) => isPrivate && !isSeen(id))
}

/** The details of a photo without suggestions of hidden people. */
export function withoutHiddenPeople(dependencies: Dependencies, detail: PhotoDetail): PhotoDetail {
  if (detail.people.every(({ suggestion }) => suggestion === null)) return detail
  const hidden = new Set(hiddenPeople(dependencies).map(({ name }) => name))
  const isHidden = ({ suggestion }: FaceOnPhoto) => suggestion !== null && hidden.has(suggestion.name)
  return { ...detail, people: detail.people.map((face) => (isHidden(face) ? { ...face, suggestion: null } : face)) }
}
