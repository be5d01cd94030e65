import type { Catalog } from '../catalog/catalog.ts'
import { isSameFace } from './rows/face-vectors/face-area.ts'
import { LEFT_ALONE, type KeptFace } from './rows/face-vectors/kept-face.ts'

/** The person of a face according to the person's statements and the photo's file, 0 for nobody, and refused people. */
export type FaceOwner = { personId: number; refused: ReadonlySet<number> }

/** The owners of some faces of a photo, in their order. */
export function readFaceOwners(
  people: Pick<Catalog['people'], 'find' | 'namesOn' | 'statements'>,
  photoId: number,
  faces: readonly KeptFace[],
): FaceOwner[] {
  const statements = people.statements([photoId]).get(photoId) ?? []
  const named = people.namesOn(photoId)
  return faces.map((face) => {
    const own = statements.filter((statement) => isSameFace(statement, face))
    const name = named.find((each) => isSameFace(each, face))?.name
    const isIgnored = own.some((statement) => statement.isIgnored)
    const idOf = (each: string) => people.find(each)?.id ?? 0
    return {
      personId: name !== undefined ? idOf(name) : isIgnored ? LEFT_ALONE : 0,
      refused: new Set(own.flatMap(({ not }) => not.map(idOf))),
    }
  })
}
