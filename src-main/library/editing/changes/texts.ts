import { say } from '../../../contract/sentences/say.ts'
import { plainText } from '../../../contract/library/text-fields.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** Sets the title of photos; it overrides the file's. */
export type SetTitle = { kind: 'title'; text: string }
/** Sets the caption of photos; it overrides the file's. */
export type SetCaption = { kind: 'caption'; text: string }
/** Sets the creators of photos, separated by `;`. They override the file's. */
export type SetCreator = { kind: 'creator'; text: string }
/** Sets the copyright of photos; it overrides the file's. */
export type SetCopyright = { kind: 'copyright'; text: string }

export const title: ChangeKind<SetTitle, string | null> = { ...personText('title'), kind: 'title' }
export const caption: ChangeKind<SetCaption, string | null> = { ...personText('caption'), kind: 'caption' }
export const creator: ChangeKind<SetCreator, string | null> = { ...personText('creator'), kind: 'creator' }
export const copyright: ChangeKind<SetCopyright, string | null> = { ...personText('copyright'), kind: 'copyright' }

/** The state is the text that the person gave; null if they gave none. */
function personText(column: 'title' | 'caption' | 'creator' | 'copyright') {
  return {
    subject: 'photos',
    isText: true,
    given: (_context, { text }) => plainText(column, text),
    read: ({ db }, _change, ids) =>
      groupByState(
        db
          .prepare<[string], [number, string | null]>(
            `SELECT p.id, t.${column} FROM photos p LEFT JOIN person_texts t ON t.photo_id = p.id
             WHERE p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id`,
          )
          .raw()
          .all(JSON.stringify(ids)),
      ),
    write: ({ db }, _change, ids, text) => {
      db.prepare(
        `INSERT INTO person_texts (photo_id, ${column}) SELECT value, @text FROM json_each(@ids) WHERE true
         ON CONFLICT (photo_id) DO UPDATE SET ${column} = excluded.${column}`,
      ).run({ text, ids: JSON.stringify(ids) })
      const fullText = createFullText(db)
      for (const id of ids) fullText.put(id)
    },
    describe: ({ text }, count) =>
      say(text.trim() === '' ? 'changes.fieldRemoved' : 'changes.fieldSet', { field: column, photos: count }),
  } satisfies Omit<ChangeKind<{ kind: string; text: string }, string | null>, 'kind'>
}
