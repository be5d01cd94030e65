import type { Context } from '../../catalog/context/context.ts'
import type { FaceVectors } from './face-vectors/face-vectors.ts'
import { IS_IN_LIBRARY } from '../../folders/rows/absent-roots.ts'
import { turnArea } from '../../../base/formats/exif/orientations.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import { cropArea } from '../../photos/rows/turns/turn-findings.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'
import type { FaceArea } from './face-vectors/face-area.ts'
import { type FaceStatement, readStatements } from './face-statements.ts'
import { foundFaces } from './found-faces.ts'
import { type NamedFace, namedFacesOf } from './named-faces.ts'
import { findPerson, type PersonRow, readPeople } from './people-rows.ts'

/** A face of a photo and its person. */
export type FaceOfPerson = FaceArea & { photoId: number; personId: number; number: number; isFromFile: boolean }
/** An ignored face. */
export type IgnoredFace = FaceArea & { photoId: number }

/** A photo whose faces must be grouped; `revision` rises when it is noted again. */
export type DueFaces = { photoId: number; revision: number }

/** People on photos: statements about faces, what follows from them, and the vectors for suggestions. */
export type PeopleStore = {
  /** Vectors, groups and suggestions. */
  vectors: FaceVectors
  /** Everyone with a name, including people without a face left. */
  people(): PersonRow[]
  find(name: string): PersonRow | undefined
  /** The named faces of one person, newest photos first. */
  faces(personId: number): FaceOfPerson[]
  /** Every named face of the library by person and photo, after this one. */
  facesAfter(after: FaceOfPerson | undefined, limit: number): FaceOfPerson[]
  /** People who are never suggested. */
  silent(): number[]
  /** Ignored faces. */
  ignored(): IgnoredFace[]
  /** A person's statements about faces; photos without any are left out. */
  statements(photoIds: readonly number[]): Map<number, FaceStatement[]>
  /** Named faces of a photo, from the person or from its file. */
  namesOn(photoId: number): NamedFace[]
  /** Faces that analysis found on a photo, as turned by its file. */
  foundOn(photoId: number): FaceArea[]
  /** A box of a photo as the photo is shown. */
  asShown(photoId: number, area: FaceArea): FaceArea
  /** Photos with names or statements of a person, for changing them. */
  photosNaming(personId: number): number[]
  /** Those of some photos that are not in the catalogue. */
  unknownPhotos(photoIds: readonly number[]): number[]
  /** Photos whose faces must be grouped again. */
  due(limit: number): DueFaces[]
  countDue(): number
  /** They are grouped, unless they were noted again in the meantime. */
  settle(done: readonly DueFaces[]): void
}

export function createPeopleStore({ db, write, faceVectors }: Context): PeopleStore {
  const due = db.prepare<[number], DueFaces>(
    'SELECT photo_id AS photoId, revision FROM due_faces ORDER BY photo_id LIMIT ?',
  )
  const settle = db.prepare<DueFaces>('DELETE FROM due_faces WHERE photo_id = @photoId AND revision = @revision')
  return {
    vectors: faceVectors,
    people: () => readPeople(db),
    find: (name) => findPerson(db, name),
    faces: (personId) => readFaces(db, personId),
    facesAfter: (after, limit) => readFacesAfter(db, after, limit),
    silent: () => db.prepare<[], number>('SELECT id FROM people WHERE never_suggest = 1 ORDER BY id').pluck().all(),
    ignored: () =>
      db
        .prepare<[], IgnoredFace>(
          `SELECT f.photo_id AS photoId, f.x, f.y, f.width, f.height FROM person_faces f JOIN photos p ON p.id = f.photo_id
           WHERE f.is_ignored = 1 AND ${IS_IN_LIBRARY} ORDER BY f.photo_id DESC, f.number`,
        )
        .all(),
    statements: (photoIds) => readStatements(db, photoIds),
    namesOn: (photoId) => namedFacesOf(db, photoId),
    foundOn: (photoId) => foundFaces(db, photoId),
    asShown: (photoId, area) => {
      const { turn, size, frame } = turnOf(db, photoId) ?? { turn: 1, size: { width: 0, height: 0 }, frame: null }
      const turned = turnArea(turn, area)
      return frame === null ? turned : cropArea(frame, turnSize(turn, size), turned)
    },
    photosNaming: (personId) =>
      db
        .prepare<{ personId: number }, number>(
          `SELECT photo_id FROM named_faces WHERE person_id = @personId UNION
           SELECT photo_id FROM person_faces WHERE person_id = @personId UNION
           SELECT f.photo_id FROM person_faces f, json_each(f.refused) r
           WHERE f.refused <> '[]' AND r.value = @personId ORDER BY 1`,
        )
        .pluck()
        .all({ personId }),
    unknownPhotos: (photoIds) =>
      db
        .prepare<[string], number>('SELECT DISTINCT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM photos)')
        .pluck()
        .all(JSON.stringify(photoIds)),
    due: (limit) => due.all(limit),
    countDue: () => db.prepare<[], number>('SELECT count(*) FROM due_faces').pluck().get() ?? 0,
    settle: (done) => write(() => done.forEach((each) => settle.run(each))),
  }
}

type Row = [
  photoId: number,
  personId: number,
  number: number,
  x: number,
  y: number,
  width: number,
  height: number,
  isFromFile: number,
]

const NAMED = `SELECT n.photo_id, n.person_id, n.number, n.x, n.y, n.width, n.height, n.is_from_file
  FROM named_faces n JOIN photos p ON p.id = n.photo_id WHERE ${IS_IN_LIBRARY}`

const readFaces = (db: Context['db'], personId: number): FaceOfPerson[] =>
  db
    .prepare<[number], Row>(`${NAMED} AND n.person_id = ? ORDER BY n.photo_id DESC, n.number`)
    .raw()
    .all(personId)
    .map(faceOf)

function readFacesAfter(db: Context['db'], after: FaceOfPerson | undefined, limit: number): FaceOfPerson[] {
  const order = 'n.person_id, n.photo_id, n.number'
  const { personId, photoId, number } = after ?? { personId: 0, photoId: 0, number: 0 }
  return db
    .prepare<number[], Row>(`${NAMED} AND (${order}) > (?, ?, ?) ORDER BY ${order} LIMIT ?`)
    .raw()
    .all(personId, photoId, number, limit)
    .map(faceOf)
}

const faceOf = ([photoId, personId, number, x, y, width, height, isFromFile]: Row): FaceOfPerson => ({
  photoId,
  personId,
  number,
  x,
  y,
  width,
  height,
  isFromFile: isFromFile === 1,
})
