import { z } from 'zod'
import { call, nothing } from './call.ts'
import { ChangeResult } from './history.ts'
import { FaceGroup, FaceRefs, FacesOf, PeopleState, Person, PersonName, ShownFace, SuggestedFace } from './people.ts'

const facePage = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(100) }

/** The calls of `people.*`. */
export const peopleCalls = {
  /**
   * Who is on photos. Vectors of faces are made and kept only while the person wants people to be recognised; names
   * that they gave are kept in any case. What is found comes as `people.changed`.
   */
  people: {
    state: call(nothing, PeopleState),
    /** Off deletes all vectors, groups and suggestions for good; names that the person gave stay. */
    setOn: call(z.object({ isOn: z.boolean() }), PeopleState),
    /**
     * Whether names of faces are written where metadata are written. Throws `bad-params` while these are written
     * nowhere.
     */
    setWriting: call(z.object({ isOn: z.boolean() }), PeopleState),
    /** Everyone with a name, those with most faces first. */
    list: call(nothing, z.array(Person)),
    /** Faces that are alike and have no name, the largest groups first. */
    groups: call(z.object(facePage), z.object({ total: z.int(), groups: z.array(FaceGroup) })),
    /** Faces that may be someone's, or one person's; the likeliest first. */
    suggestions: call(
      z.object({ name: PersonName.optional(), ...facePage }),
      z.object({ total: z.int(), faces: z.array(SuggestedFace) }),
    ),
    /** Throws `bad-params` for a name that nobody has. */
    faces: call(z.object({ of: FacesOf, ...facePage }), z.object({ total: z.int(), faces: z.array(ShownFace) })),
    /** Says whose faces are. Throws `bad-params` where a face is not there any more. */
    name: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    nameGroup: call(z.object({ id: z.int().positive(), name: PersonName }), ChangeResult),
    /** Says whose faces they are not: that person is not suggested for them again. */
    refuse: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    /** Takes faces out of a person, who is not suggested for them again. */
    release: call(z.object({ faces: FaceRefs, name: PersonName }), ChangeResult),
    /** Leaves faces alone, such as those of strangers, or heeds them again. */
    ignore: call(z.object({ faces: FaceRefs, isIgnored: z.boolean() }), ChangeResult),
    ignoreGroup: call(z.object({ id: z.int().positive() }), ChangeResult),
    /** Several people become one. */
    merge: call(z.object({ names: z.array(PersonName).min(1).max(100), into: PersonName }), ChangeResult),
    /** Where somebody is called so already, both become one. */
    rename: call(z.object({ name: PersonName, next: PersonName }), ChangeResult),
    /** Their faces have no name from now on, whoever gave it; photos stay. Throws `bad-params` for a name that nobody has. */
    remove: call(z.object({ name: PersonName }), ChangeResult),
    /** What is wanted of someone: that they are never suggested, that photos of them are private. */
    set: call(
      z.object({ name: PersonName, neverSuggest: z.boolean().optional(), isPrivate: z.boolean().optional() }),
      ChangeResult,
    ),
  },
}
