import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import {
  type GivenTexts,
  plainText,
  problemOfText,
  type TextField,
  textFields,
} from '../../../contract/library/text-fields.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { columnOf } from '../rows/person-texts.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'
import { problemSentence } from './problem-sentence.ts'

/**
 * Sets several texts of photos at once; they override those of the files. An empty text clears, and null restores the
 * file's text.
 */
export type SetFields = { kind: 'fields'; values: GivenTexts; template?: string }

/** The person's texts, in the order of `textFields`; null if they gave none. */
type State = readonly (string | null)[]

/** The place of a photo follows its texts if its file has no position. */
const ofPlace: readonly TextField[] = ['city', 'country']

export const fields: ChangeKind<SetFields, State> = {
  kind: 'fields',
  subject: 'photos',
  isText: true,
  check: ({ values }) => {
    if (namesOf(values).length === 0) throw new AppError('bad-params', say('errors.noField'))
    for (const field of namesOf(values)) {
      const text = values[field] ?? ''
      const problem = problemOfText(field, text)
      if (problem !== null) throw new AppError('bad-params', problemSentence(problem, text))
    }
  },
  given: (_context, { values }) =>
    namesOf(values).map((field) => {
      const text = values[field] ?? null
      return text === null ? null : plainText(field, text)
    }),
  read: ({ db }, { values }, ids) => {
    const columns = namesOf(values).map((field) => `t.${columnOf(field)}`)
    const rows = db
      .prepare<[string], [number, string]>(
        `SELECT p.id, json_array(${columns.join(', ')}) FROM photos p LEFT JOIN person_texts t ON t.photo_id = p.id
         WHERE p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id`,
      )
      .raw()
      .all(JSON.stringify(ids))
    return groupByState(rows).map(({ state, ids: found }) => ({ state: JSON.parse(state) as State, ids: found }))
  },
  write: ({ db }, { values }, ids, state) => {
    const names = namesOf(values)
    const columns = names.map(columnOf)
    const about = { ids: JSON.stringify(ids) }
    db.prepare(
      `INSERT INTO person_texts (photo_id, ${columns.join(', ')})
       SELECT value, ${columns.map((column) => `@${column}`).join(', ')} FROM json_each(@ids) WHERE true
       ON CONFLICT (photo_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    ).run({ ...about, ...Object.fromEntries(columns.map((column, at) => [column, state[at] ?? null])) })
    if (names.some((field) => ofPlace.includes(field)))
      db.prepare('UPDATE photos SET needs_place = 1 WHERE id IN (SELECT value FROM json_each(@ids))').run(about)
    const fullText = createFullText(db)
    for (const id of ids) fullText.put(id)
  },
  describe: ({ values, template }, count) => {
    if (template !== undefined) return say('changes.templateApplied', { name: template, photos: count })
    const [first, ...others] = namesOf(values)
    if (first === undefined || others.length > 0)
      return say('changes.fieldsSet', { count: others.length + 1, photos: count })
    const text = values[first] ?? null
    const about = { field: first, photos: count }
    if (text === null) return say('changes.fieldByFile', about)
    return say(text.trim() === '' ? 'changes.fieldRemoved' : 'changes.fieldSet', about)
  },
}

/** The fields of a change, in a fixed order. */
const namesOf = (values: GivenTexts): TextField[] => textFields.filter((field) => values[field] !== undefined)
