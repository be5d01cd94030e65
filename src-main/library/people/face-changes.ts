import { say } from '../../contract/sentences/say.ts'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { FaceRef } from '../../contract/library/people.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import type { FaceStatement } from './rows/face-statements.ts'
import { findFace, isSameFace } from './rows/face-vectors/face-area.ts'

type Store = Pick<Catalog['people'], 'foundOn' | 'namesOn' | 'statements'>

/** Photos processed at once; windows are served in between. */
const PIECE = 100

const sayNothing = { name: null, isIgnored: false, not: [] } satisfies Partial<FaceStatement>

/**
 * The changes that apply `edit` to the statements about faces. Throws `bad-params` if a face is no longer there,
 * perhaps because it was found elsewhere in the meantime.
 */
export async function editFaces(
  store: Store,
  refs: readonly FaceRef[],
  edit: (statement: FaceStatement) => FaceStatement,
): Promise<ChangePart[]> {
  const byPhoto = [...Map.groupBy(refs, ({ photoId }) => photoId)]
  const parts: ChangePart[] = []
  for (let at = 0; at < byPhoto.length; at += PIECE) {
    if (at > 0) await setImmediate()
    const piece = byPhoto.slice(at, at + PIECE)
    const statements = store.statements(piece.map(([photoId]) => photoId))
    for (const [photoId, refsOfPhoto] of piece) {
      const faces = editPhoto(store, statements.get(photoId) ?? [], refsOfPhoto, edit)
      parts.push({ change: { kind: 'faces', faces }, ids: [photoId] })
    }
  }
  return parts
}

function editPhoto(
  store: Store,
  present: readonly FaceStatement[],
  refs: readonly FaceRef[],
  edit: (statement: FaceStatement) => FaceStatement,
): FaceStatement[] {
  let statements = [...present]
  for (const { photoId, key } of refs) {
    const face = findFace([...store.foundOn(photoId), ...present, ...store.namesOn(photoId)], key)
    if (face === undefined) throw new AppError('bad-params', say('errors.faceGone', { id: photoId }))
    const { x, y, width, height } = face
    const own = statements.find((each) => isSameFace(each, face)) ?? { x, y, width, height, ...sayNothing }
    statements = [...statements.filter((each) => each !== own), edit(own)]
  }
  return statements
}

type NamingStore = Store & Pick<Catalog['people'], 'photosNaming'>

/** The changes that give every face of some people to another person, including faces that only files name. */
export const mergeFaces = (
  store: NamingStore,
  people: readonly { id: number; name: string }[],
  into: string,
): Promise<ChangePart[]> => {
  const names = new Set(people.map(({ name }) => name))
  return changeFaces(store, people, {
    ofStatement: (each) => becomeOther(each, names, into),
    ofFile: () => ({ name: into, isIgnored: false, not: [] }),
  })
}

/** The changes that leave a person without faces; for one that a file names, the person is refused. */
export const unnameFaces = (store: NamingStore, person: { id: number; name: string }): Promise<ChangePart[]> =>
  changeFaces(store, [person], {
    ofStatement: (each) => (each.name === person.name ? { ...each, name: null } : each),
    ofFile: () => ({ name: null, isIgnored: false, not: [person.name] }),
  })

type FaceEdit = {
  ofStatement(statement: FaceStatement): FaceStatement
  /** The statement for a face that only its file names so. */
  ofFile(): Pick<FaceStatement, 'name' | 'isIgnored' | 'not'>
}

async function changeFaces(
  store: NamingStore,
  people: readonly { id: number; name: string }[],
  edit: FaceEdit,
): Promise<ChangePart[]> {
  const names = new Set(people.map(({ name }) => name))
  // Several of them may be on one photo, which has one state of all its faces.
  const photoIds = [...new Set(people.flatMap(({ id }) => store.photosNaming(id)))]
  const parts: ChangePart[] = []
  for (let at = 0; at < photoIds.length; at += PIECE) {
    if (at > 0) await setImmediate()
    const piece = photoIds.slice(at, at + PIECE)
    const statements = store.statements(piece)
    for (const photoId of piece) {
      const ofFile = store
        .namesOn(photoId)
        .filter(({ name, isFromFile }) => isFromFile && names.has(name))
        .map(({ x, y, width, height }) => ({ x, y, width, height, ...edit.ofFile() }))
      const faces = [...(statements.get(photoId) ?? []).map(edit.ofStatement), ...ofFile]
      parts.push({ change: { kind: 'faces', faces }, ids: [photoId] })
    }
  }
  return parts
}

function becomeOther(statement: FaceStatement, from: ReadonlySet<string>, into: string): FaceStatement {
  const other = (name: string) => (from.has(name) ? into : name)
  const name = statement.name === null ? null : other(statement.name)
  const not = statement.not.map(other).filter((each) => each !== name)
  return { ...statement, name, not: [...new Set(not)] }
}

/** Edits of a statement about a face: naming, refusing, ignoring and releasing. */
export const edits = {
  name:
    (name: string) =>
    (statement: FaceStatement): FaceStatement => ({
      ...statement,
      name,
      isIgnored: false,
      not: statement.not.filter((each) => each !== name),
    }),
  refuse:
    (name: string) =>
    (statement: FaceStatement): FaceStatement => ({
      ...statement,
      name: statement.name === name ? null : statement.name,
      not: [...statement.not.filter((each) => each !== name), name],
    }),
  ignore: (statement: FaceStatement): FaceStatement => ({ ...statement, name: null, isIgnored: true }),
  heed: (statement: FaceStatement): FaceStatement => ({ ...statement, isIgnored: false }),
}
