import type { PhotoMetadata, PhotoRegion } from '../../../contract/library/photo.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { type FaceArea, isSameFace, pairFaces } from './face-vectors/face-area.ts'
import { type FaceStatement, readStatements } from './face-statements.ts'
import { foundFaces } from './found-faces.ts'
import { foldName, personIdOf } from './people-rows.ts'

/** A face with its name, from the person or from the photo's file. */
export type NamedFace = FaceArea & { name: string; isFromFile: boolean }

/** Names of faces in a photo's file, if the file's box fits one found face. */
function namesOfFile(regions: readonly PhotoRegion[], faces: readonly FaceArea[]): NamedFace[] {
  const named = regions.flatMap(({ type, name, ...area }) => {
    const trimmed = name?.trim() ?? ''
    return type === 'face' && trimmed !== '' ? [{ ...area, name: trimmed }] : []
  })
  return [...pairFaces(named, faces)].map(([region, face]) => {
    const { x, y, width, height } = faces[face]!
    return { x, y, width, height, name: named[region]!.name, isFromFile: true }
  })
}

/** The person's statements override the file's names of the same face. */
function joinNames(
  statements: readonly FaceStatement[],
  regions: readonly PhotoRegion[],
  faces: readonly FaceArea[],
): NamedFace[] {
  const given = statements.flatMap(({ name, x, y, width, height }) =>
    name === null ? [] : [{ x, y, width, height, name, isFromFile: false }],
  )
  const isDecided = (face: NamedFace) =>
    statements.some(
      (statement) =>
        isSameFace(statement, face) &&
        (statement.name !== null ||
          statement.isIgnored ||
          statement.not.some((each) => foldName(each) === foldName(face.name))),
    )
  return [...given, ...namesOfFile(regions, faces).filter((face) => !isDecided(face))]
}

/** Updates the people on a photo after its faces, its file's regions or the person's statements changed. */
export function renewNamedFaces(db: Db, photoId: number): void {
  const statements = readStatements(db, [photoId]).get(photoId) ?? []
  const regions = regionsOf(db, photoId)
  const removed = db.prepare('DELETE FROM named_faces WHERE photo_id = ?').run(photoId).changes > 0
  if (statements.length === 0 && regions.length === 0) {
    if (removed) noteDue(db, photoId)
    return
  }
  const insert = db.prepare(
    `INSERT INTO named_faces (photo_id, number, person_id, x, y, width, height, is_from_file)
     VALUES (@photoId, @number, @personId, @x, @y, @width, @height, @isFromFile)`,
  )
  joinNames(statements, regions, foundFaces(db, photoId)).forEach(({ name, isFromFile, ...area }, number) =>
    insert.run({ photoId, number, personId: personIdOf(db, name), ...area, isFromFile: isFromFile ? 1 : 0 }),
  )
  noteDue(db, photoId)
}

/** Notes that the faces of a photo must be grouped again; without effect while people are not recognised. */
export const noteDue = (db: Db, photoId: number): void =>
  void db
    .prepare('INSERT INTO due_faces (photo_id) VALUES (?) ON CONFLICT (photo_id) DO UPDATE SET revision = revision + 1')
    .run(photoId)

/** Regions of a photo's file, without those that Lumafold wrote. */
function regionsOf(db: Db, photoId: number): PhotoMetadata['regions'] {
  const text = db
    .prepare<[number], string | null>("SELECT data -> '$.regions' FROM metadata WHERE photo_id = ?")
    .pluck()
    .get(photoId)
  return text === undefined || text === null ? [] : (JSON.parse(text) as PhotoMetadata['regions'])
}

type Row = FaceArea & { name: string; isFromFile: number }

/** The named faces of a photo, on the photo as turned by its file. */
export const namedFacesOf = (db: Db, photoId: number): NamedFace[] =>
  db
    .prepare<[number], Row>(
      `SELECT n.x, n.y, n.width, n.height, p.name, n.is_from_file AS isFromFile FROM named_faces n
       JOIN people p ON p.id = n.person_id WHERE n.photo_id = ? ORDER BY n.number`,
    )
    .all(photoId)
    .map(({ isFromFile, ...face }) => ({ ...face, isFromFile: isFromFile === 1 }))
