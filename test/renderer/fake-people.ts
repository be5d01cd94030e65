import type { FaceOnPhoto } from '../../src-main/contract/library/face-on-photo.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { FaceRef, FacesOf, PeopleState, Person, ShownFace } from '../../src-main/contract/library/people.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { tileOf } from './fake-photos.ts'

/** A face; `group` is the number shared by similar faces. */
export type FakeFace = FaceOnPhoto & { photoId: number; box: ShownFace['box']; group: number; not: string[] }

export type FakePeople = {
  isOn: boolean
  /** Progress of grouping faces: photos done and photos left. */
  grouping: { grouped: number; toGroup: number } | null
  hasModel: boolean
  writesNames: boolean
  faces: FakeFace[]
  neverSuggest: string[]
  private: string[]
}

export const fakePeople = (): FakePeople => ({
  isOn: false,
  grouping: null,
  hasModel: true,
  writesNames: false,
  faces: [],
  neverSuggest: [],
  private: [],
})

/** A face in the middle of a photo, in a group with others. */
export const fakeFace = (photoId: number, part: Partial<FakeFace> = {}): FakeFace => ({
  photoId,
  key: 5000 * 10_000 + 5000,
  box: { x: 0.4, y: 0.35, width: 0.2, height: 0.3 },
  group: 1,
  name: null,
  isFromFile: false,
  isIgnored: false,
  suggestion: null,
  not: [],
  ...part,
})

type Dependencies = {
  people: () => FakePeople
  photos: () => readonly PhotoDetail[]
  /** Changes photos; the text is the sentence in the history. */
  change(ids: readonly number[], sentence: string): ChangeResult
  emit(event: { type: 'people.changed' }): void
}

/** People of the library in memory: faces are named, refused, ignored and merged, and nothing is recognised. */
export function createFakePeople({ people, photos, change, emit }: Dependencies) {
  const edit = (refs: readonly FaceRef[], sentence: string, to: (face: FakeFace) => FakeFace): ChangeResult => {
    const isMeant = (face: FakeFace) => refs.some(({ photoId, key }) => photoId === face.photoId && key === face.key)
    const state = people()
    state.faces = state.faces.map((face) => (isMeant(face) ? to(face) : face))
    const result = change([...new Set(refs.map(({ photoId }) => photoId))], sentence)
    emit({ type: 'people.changed' })
    return result
  }
  const show = ({ photoId, key, box }: FakeFace): ShownFace[] => {
    const photo = photos().find(({ id }) => id === photoId)
    return photo === undefined ? [] : [{ photoId, key, box, photo: tileOf(photo) }]
  }
  const nameless = () => people().faces.filter((face) => !face.name && !face.isIgnored && !face.suggestion)
  const inGroup = (id: number) => (people().isOn ? nameless().filter(({ group }) => group === id) : [])
  const of = (wanted: FacesOf): FakeFace[] => {
    if (wanted.of === 'group') return inGroup(wanted.id)
    if (wanted.of === 'ignored') return people().faces.filter(({ isIgnored }) => isIgnored)
    return people().faces.filter(({ name }) => name === wanted.name)
  }
  const suggested = (name?: string) =>
    people().faces.filter(
      ({ suggestion, ...face }) => suggestion && !face.name && !face.isIgnored && (!name || suggestion.name === name),
    )
  const personOf = (name: string): Person => {
    const faces = of({ of: 'person', name })
    return {
      name,
      photos: new Set(faces.map(({ photoId }) => photoId)).size,
      faces: faces.length,
      suggestions: people().isOn ? suggested(name).length : 0,
      neverSuggest: people().neverSuggest.includes(name),
      isPrivate: people().private.includes(name),
      face: faces.flatMap(show)[0] ?? null,
    }
  }
  return {
    edit,
    inGroup,
    state: (): PeopleState => ({
      isOn: people().isOn,
      hasModel: people().hasModel,
      faces: people().isOn ? people().faces.length : 0,
      toAnalyse: 0,
      toGroup: people().grouping?.toGroup ?? 0,
      isGrouping: people().grouping !== null,
      grouped: people().grouping?.grouped ?? 0,
      writesNames: people().writesNames,
    }),
    setOn(isOn: boolean): void {
      people().isOn = isOn
      if (!isOn) people().faces = people().faces.map((face) => ({ ...face, suggestion: null, group: 0 }))
      emit({ type: 'people.changed' })
    },
    list: (): Person[] =>
      [...new Set(people().faces.flatMap(({ name }) => name ?? []))]
        .map(personOf)
        .sort((a, b) => b.faces - a.faces || (a.name < b.name ? -1 : 1)),
    groups() {
      if (!people().isOn) return { total: 0, groups: [] }
      const groups = [...Map.groupBy(nameless(), ({ group }) => group)].map(([id, faces]) => ({
        id,
        faces: faces.length,
        photos: faces.length,
        some: faces.slice(0, 8).flatMap(show),
      }))
      return { total: groups.length, groups: groups.sort((a, b) => b.faces - a.faces) }
    },
    suggestions(name?: string) {
      const found = people().isOn ? suggested(name) : []
      const faces = found.flatMap((face) => show(face).map((shown) => ({ face: shown, ...face.suggestion! })))
      return { total: faces.length, faces }
    },
    faces: (wanted: FacesOf) => ({ total: of(wanted).length, faces: of(wanted).flatMap(show) }),
    remove: (name: string): ChangeResult =>
      edit(of({ of: 'person', name }), `Removed the person “${name}”`, (face) => ({ ...face, name: null })),
    rename(names: readonly string[], into: string): ChangeResult {
      const refs = names.flatMap((name) => of({ of: 'person', name }))
      return edit(refs, `Merged “${names.join(', ')}” into “${into}”`, (face) => ({ ...face, name: into }))
    },
  }
}
