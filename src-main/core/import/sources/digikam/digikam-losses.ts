import { takenRights } from './digikam-texts.ts'
import type { StoredLoss } from '../rows/note-losses.ts'

/** What people make in digiKam, and its database keeps, without a place in Lumafold. */
export const digikamLosses: readonly StoredLoss[] = [
  {
    loss: 'face',
    needs: { ImageTagProperties: ['imageid', 'tagid', 'property'] },
    // Others are guesses of digiKam, and those without a name.
    names: `SELECT i.name || ': ' || t.name FROM ImageTagProperties x JOIN Images i ON i.id = x.imageid
      JOIN Tags t ON t.id = x.tagid WHERE x.property = 'tagRegion' AND i.status IN (1, 2)`,
  },
  {
    loss: 'otherLanguage',
    needs: {},
    names: `SELECT i.name || ': ' || x.comment FROM ImageComments x JOIN Images i ON i.id = x.imageid
      WHERE coalesce(trim(x.comment), '') <> '' AND i.status IN (1, 2) AND x.id NOT IN (
        SELECT first_value(id) OVER (PARTITION BY imageid, type ORDER BY language <> 'x-default', id)
        FROM ImageComments WHERE type IN (1, 2, 3) AND coalesce(trim(comment), '') <> '')`,
  },
  {
    loss: 'iptc',
    needs: { ImageProperties: ['imageid', 'property', 'value'] },
    // The title of IPTC is not the one that digiKam shows.
    names: `SELECT i.name FROM Images i WHERE i.status IN (1, 2) AND (
        i.id IN (SELECT imageid FROM ImageProperties WHERE value <> ''
          AND property IN ('headline', 'title', 'intellectualGenre', 'scene', 'subjectCode'))
        OR i.id IN (SELECT imageid FROM ImageCopyright WHERE coalesce(value, '') <> ''
          AND property NOT IN (${takenRights.map((name) => `'${name}'`).join(', ')})))`,
  },
  {
    loss: 'albumText',
    needs: { Albums: ['caption', 'collection'] },
    names: `SELECT relativePath || ': ' || coalesce(nullif(caption, ''), collection) FROM Albums
      WHERE coalesce(caption, '') <> '' OR coalesce(collection, '') <> ''`,
  },
  {
    loss: 'search',
    needs: { Searches: ['name'] },
    // Those with an underscore are digiKam's own.
    names: `SELECT name FROM Searches WHERE name NOT LIKE '\\_%' ESCAPE '\\' AND name <> ''`,
  },
  {
    loss: 'grouped',
    needs: { ImageRelations: ['subject', 'object', 'type'] },
    names: 'SELECT i.name FROM ImageRelations x JOIN Images i ON i.id = x.subject WHERE i.status IN (1, 2)',
  },
  {
    loss: 'bin',
    needs: {},
    names: 'SELECT name FROM Images WHERE status = 3 AND album IS NOT NULL',
  },
]
