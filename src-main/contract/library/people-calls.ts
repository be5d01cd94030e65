import { z } from 'zod'
import { call, nothing } from './call.ts'
import { ChangeResult } from './history.ts'
import { FaceGroup, FaceRefs, FacesOf, PeopleState, Person, PersonName, ShownFace, SuggestedFace } from './people.ts'

const facePage = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(100) }

/** The calls of `people.*`. */
export const peopleCalls = {
  /**
   * The people in photos. Vectors of faces are made and kept only while people recognition is on; names that a person
   * gave are always kept. Results are announced as `people.changed`.
   */
  people: {
    state: call(nothing, PeopleState),
    /** Off permanently deletes all vectors, groups and suggestions; names that the person gave stay. */
    setOn: call(z.object({ isOn: z.boolean() }), PeopleState),
    /**
     * Whether names of faces are included when metadata are written. Throws `bad-params` if writing metadata is off.
     */
    setWriting: call(z.object({ isOn: z.boolean() }), PeopleState),
    /** All named people, those with most faces first. */
    list: call(nothing, z.array(Person)),
    /** Similar faces without a name, largest groups first. */
    groups: call(z.object(facePage), z.object({ total: z.int(), groups: z.array(FaceGroup) })),
    /** Faces that may belong to anyone named, or to one person; most likely first. */
    suggestions: call(
      z.object({ name: PersonName.optional(), ...facePage }),
      z.object({ total: z.int(), faces: z.array(SuggestedFace) }),
    ),
    /** Throws `bad-params` if nobody has this name. */
    faces: call(z.object({ of: FacesOf, ...facePage }), z.object({ total: z.int(), faces: z.array(ShownFace) })),
    /** Names faces. Throws `bad-params` if a face no longer exists. */
    name: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    nameGroup: call(z.object({ id: z.int().positive(), name: PersonName }), ChangeResult),
    /** Rejects a name for faces: that person is not suggested for them again. */
    refuse: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    /** Removes faces from a person, who is not suggested for them again. */
    release: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    /** Ignores faces, such as those of strangers, or stops ignoring them. */
    ignore: call(z.object({ faces: FaceRefs, isIgnored: z.boolean() }), ChangeResult),
    ignoreGroup: call(z.object({ id: z.int().positive() }), ChangeResult),
    /** Merges several people into one. */
    merge: call(z.object({ names: z.array(PersonName).min(1).max(100), into: PersonName }), ChangeResult),
    /** If somebody has that name already, both become one. */
    rename: call(z.object({ name: PersonName, next: PersonName }), ChangeResult),
    /**
     * Removes the name from all faces of a person, whoever gave it; photos stay. Throws `bad-params` if nobody has this
     * name.
     */
    remove: call(z.object({ name: PersonName }), ChangeResult),
    /** Options for a person: never suggest them, make photos of them private. */
    set: call(
      z.object({ name: PersonName, neverSuggest: z.boolean().optional(), isPrivate: z.boolean().optional() }),
      ChangeResult,
    ),
  },
}
