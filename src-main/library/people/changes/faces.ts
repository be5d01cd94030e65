import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { type FaceStatement, readStatements, tidyStatements, writeStatements } from '../rows/face-statements.ts'
import { noteDue, renewNamedFaces } from '../rows/named-faces.ts'
import type { ChangeKind, Group } from '../../history/kinds/change-kind.ts'

/** Sets the persons of photos' faces. It is a part of a `people` change: photos rarely have the same faces. */
export type SetFaces = { kind: 'faces'; faces: readonly FaceStatement[] }

/** The state is everything that the person stated about the faces of a photo. */
export const faces: ChangeKind<SetFaces, FaceStatement[]> = {
  kind: 'faces',
  subject: 'photos',
  isText: true,
  check: ({ faces: statements }) => {
    if (statements.some(({ name }) => name?.trim() === ''))
      throw new AppError('bad-params', say('errors.personUnnamed'))
  },
  given: (_context, { faces: statements }) => tidyStatements(statements),
  read: ({ db }, _change, ids) => {
    const known = db
      .prepare<[string], number>('SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
      .pluck()
      .all(JSON.stringify(ids))
    const statements = readStatements(db, known)
    return known.map((id): Group<FaceStatement[]> => ({ state: tidyStatements(statements.get(id) ?? []), ids: [id] }))
  },
  write: ({ db }, _change, ids, state) => {
    writeStatements(db, ids, state)
    const fullText = createFullText(db)
    for (const id of ids) {
      renewNamedFaces(db, id)
      noteDue(db, id)
      fullText.put(id)
    }
  },
  describe: (_change, count) => say('people.facesNamed', { photos: count }),
}
