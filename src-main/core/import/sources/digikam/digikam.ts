import type { Db } from '../../../../sqlite/connect.ts'
import type { ForeignPhoto } from '../../foreign/foreign-photo.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { nameOf } from '../../../metadata-write/plan/keyword-names.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import { type Layout, requireColumns } from '../rows/layout.ts'
import type { SourceOptions } from '../../foreign/source-options.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { noteLosses } from '../rows/note-losses.ts'
import { withoutParents } from '../rows/tag-tree.ts'
import { digikamLosses } from './digikam-losses.ts'
import { createDigikamTexts } from './digikam-texts.ts'
import { createDigikamTags } from './digikam-tags.ts'
import type { Right } from './digikam-texts.ts'
import { rootPath } from './root-path.ts'

const wanted = {
  AlbumRoots: ['id', 'identifier', 'specificPath'],
  Albums: ['id', 'albumRoot', 'relativePath'],
  Images: ['id', 'album', 'name', 'status', 'fileSize'],
  ImageInformation: ['imageid', 'rating', 'creationDate'],
  ImageCopyright: ['imageid', 'property', 'value'],
  ImageComments: ['imageid', 'type', 'language', 'comment'],
  Tags: ['id', 'pid', 'name'],
  ImageTags: ['imageid', 'tagid'],
}

/** Whether a database is that of digiKam. */
export const isDigikam = (layout: Layout): boolean => layout.has('AlbumRoots') && layout.has('ImageInformation')

type Row = {
  id: number
  identifier: string | null
  specificPath: string | null
  album: string
  name: string
  bytes: number | null
  rating: number | null
  takenAt: string | null
}

type Comment = { id: number; type: number; comment: string | null }

/** Visible photos and those hidden behind another version; not what is in the bin or gone. */
const PHOTOS = `SELECT i.id, r.identifier, r.specificPath, a.relativePath AS album, i.name, i.fileSize AS bytes,
    f.rating, f.creationDate AS takenAt
  FROM Images i JOIN Albums a ON a.id = i.album JOIN AlbumRoots r ON r.id = a.albumRoot
    LEFT JOIN ImageInformation f ON f.imageid = i.id
  WHERE i.status IN (1, 2) ORDER BY i.id`

const COMMENTS = `SELECT imageid AS id, type, comment FROM ImageComments
  ORDER BY imageid, language <> 'x-default', id`

const RIGHTS = `SELECT imageid AS id, property, value FROM ImageCopyright ORDER BY imageid, id`

/** Reads the photos of a database. Throws `bad-params` for one whose layout is not known. */
export function* readDigikam(
  db: Db,
  layout: Layout,
  { withAlbums }: SourceOptions,
  left: LeftOut,
): Generator<ForeignPhoto> {
  requireColumns(layout, 'digikam', wanted)
  const tags = createDigikamTags(db, layout)
  const comments = groupRows(db.prepare<[], Comment>(COMMENTS).iterate(), ({ id }) => id)
  const rights = groupRows(db.prepare<[], Right>(RIGHTS).iterate(), ({ id }) => id)
  const further = createDigikamTexts(db, layout)
  for (const row of db.prepare<[], Row>(PHOTOS).iterate()) {
    const { names, isPending, ...choices } = tags.take(row.id)
    if (isPending) left.add('pending', row.name)
    const [said, ofRights] = [comments.take(row.id), rights.take(row.id)]
    const headline = commentOf(said, HEADLINE)
    const { refused, ...placed } = further.take(row.id, { headline, rights: ofRights })
    noteRefused(refused, row.name, left)
    const albumPath = withAlbums ? nameOf(row.album.split('/').filter(Boolean)) : ''
    yield {
      ...placeOf(row),
      work: {
        ...(row.rating !== null && row.rating >= 1 && { rating: Math.min(5, row.rating) }),
        ...choices,
        ...textsOf(said),
        ...authorsOf(ofRights),
        ...placed,
        tags: withoutParents(names),
        ...(albumPath !== '' && { albums: [{ path: albumPath, place: 0 }] }),
      },
    }
  }
  noteLosses(db, layout, digikamLosses, left)
}

function placeOf({ identifier, specificPath, album, name, bytes, takenAt }: Row): Omit<ForeignPhoto, 'work'> {
  const parts = [rootPath(identifier ?? '', specificPath ?? ''), album, name]
  const taken = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(takenAt ?? '')
  return {
    path: parts.join('/').replaceAll(/\/{2,}/g, '/'),
    ...(bytes !== null && bytes > 0 && { bytes }),
    ...(taken !== null && { takenAt: taken[0] }),
  }
}

/** Numbers of the kinds of comments. */
const CAPTION = 1
const HEADLINE = 2
const TITLE = 3

const commentOf = (comments: readonly Comment[], wanted: number): string | undefined =>
  comments.find(({ type, comment }) => type === wanted && comment !== null && comment.trim() !== '')?.comment?.trim()

function textsOf(comments: readonly Comment[]): { title?: string; caption?: string } {
  const [title, caption] = [commentOf(comments, TITLE), commentOf(comments, CAPTION)]
  return { ...(title && { title }), ...(caption && { caption }) }
}

function authorsOf(rights: readonly Right[]): { creator?: string; copyright?: string } {
  const find = (wantedProperty: string) =>
    rights.flatMap(({ property, value }) => (property === wantedProperty ? (value?.trim() ?? []) : []))
  const [creator, [copyright]] = [find('creator').join('; '), find('copyrightNotice')]
  return { ...(creator && { creator }), ...(copyright && { copyright }) }
}
