import type { Catalog } from '../../catalog/catalog.ts'
import { listFaces, listGroups, listPeople, listSuggestions } from '../list-people.ts'
import type { People } from '../people.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type PeopleHandlersDependencies = {
  catalog: Pick<Catalog, 'people' | 'photos' | 'search'>
  people: People
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `people.*`. Faces on hidden photos are not returned and stay unchanged. */
export function peopleHandlers(os: LibraryImplementer, dependencies: PeopleHandlersDependencies) {
  const { people, privacy } = dependencies
  const shown = <Face extends { photoId: number }>(faces: readonly Face[]): readonly Face[] => {
    privacy.requireShown(new Set(faces.map(({ photoId }) => photoId)))
    return faces
  }
  return {
    state: os.people.state.handler(() => people.state()),
    setOn: os.people.setOn.handler(({ input }) => people.setOn(input.isOn)),
    setWriting: os.people.setWriting.handler(({ input }) => people.setWriting(input.isOn)),
    list: os.people.list.handler(() => listPeople(dependencies)),
    groups: os.people.groups.handler(({ input }) => listGroups(dependencies, input)),
    suggestions: os.people.suggestions.handler(({ input }) => listSuggestions(dependencies, input)),
    faces: os.people.faces.handler(({ input: { of, ...page } }) => listFaces(dependencies, of, page)),
    name: os.people.name.handler(({ input }) => people.name(shown(input.faces), input.name)),
    nameGroup: os.people.nameGroup.handler(({ input }) => people.nameGroup(input.id, input.name)),
    refuse: os.people.refuse.handler(({ input }) => people.refuse(shown(input.faces), input.name)),
    release: os.people.release.handler(({ input }) => people.release(shown(input.faces), input.name)),
    ignore: os.people.ignore.handler(({ input }) => people.ignore(shown(input.faces), input.isIgnored)),
    ignoreGroup: os.people.ignoreGroup.handler(({ input }) => people.ignoreGroup(input.id)),
    merge: os.people.merge.handler(({ input }) => people.merge(input.names, input.into)),
    rename: os.people.rename.handler(({ input }) => people.rename(input.name, input.next)),
    remove: os.people.remove.handler(({ input }) => people.remove(input.name)),
    set: os.people.set.handler(({ input: { name, ...wanted } }) => people.setPerson(name, wanted)),
  }
}
