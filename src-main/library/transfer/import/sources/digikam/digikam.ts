import type { Db } from '../../../../../base/sqlite/connect.ts'
import type { ForeignPhoto, ForeignWork } from '../../foreign/foreign-photo.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { nameOf } from '../../../../metadata/plan/keyword-names.ts'
import { groupRows } from '../rows/group-rows.ts'
import { type Layout, requireColumns } from '../rows/layout.ts'
import type { SourceOptions } from '../../foreign/source-options.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { noteLosses, type StoredLoss } from '../rows/note-losses.ts'
import { withoutParents, createTagTree, type TagNode } from '../rows/create-tag-tree.ts'
import { rootPath } from './root-path.ts'
import type { PickFlag } from '../../../../../contract/library/photo.ts'
import { parsePosition, writePosition } from '../../../../../contract/library/position.ts'
import { problemOfText } from '../../../../../contract/library/text-fields.ts'
import type { FurtherText } from '../../../../catalog/catalog.ts'
import { type PlaceAndTexts, textsFrom } from '../rows/place-and-texts.ts'

/** A row of the rights of a photo. */
type Right = { id: number; property: string; value: string | null }
type Property = { id: number; property: string; value: string | null }
type Place = { id: number; latitude: number | null; longitude: number | null; altitude: number | null }

/** digiKam's names of the texts of IPTC, in its tables of properties and of rights. */
const properties: Readonly<Record<string, FurtherText>> = {
  city: 'city',
  provinceState: 'region',
  location: 'sublocation',
  instructions: 'instructions',
  jobId: 'jobId',
}
const rightsTexts: Readonly<Record<string, FurtherText>> = {
  source: 'source',
  provider: 'credit',
  rightsUsageTerms: 'usageTerms',
  instructions: 'instructions',
  creatorJobTitle: 'creatorTitle',
  'creatorContactInfo.address': 'creatorAddress',
  'creatorContactInfo.city': 'creatorCity',
  'creatorContactInfo.provinceState': 'creatorRegion',
  'creatorContactInfo.postalCode': 'creatorPostcode',
  'creatorContactInfo.country': 'creatorCountry',
  'creatorContactInfo.phone': 'creatorPhone',
  'creatorContactInfo.email': 'creatorEmail',
  'creatorContactInfo.webUrl': 'creatorWeb',
}

/** Imported rights, for a query. */
const takenRights = ['creator', 'copyrightNotice', ...Object.keys(rightsTexts)]

const PROPERTIES = 'SELECT imageid AS id, property, value FROM ImageProperties ORDER BY imageid'
const PLACES = `SELECT imageid AS id, latitudeNumber AS latitude, longitudeNumber AS longitude, altitude
  FROM ImagePositions ORDER BY imageid`

/** Positions and further texts, in the order of the numbers of photos. Older databases may lack their tables. */
function createDigikamTexts(db: Db, layout: Layout) {
  const hasPlaces = ['latitudeNumber', 'longitudeNumber', 'altitude'].every((name) =>
    layout.has('ImagePositions', name),
  )
  const places = groupRows(hasPlaces ? db.prepare<[], Place>(PLACES).iterate() : [], ({ id }) => id)
  const hasProperties = layout.has('ImageProperties', 'property')
  const all = groupRows(hasProperties ? db.prepare<[], Property>(PROPERTIES).iterate() : [], ({ id }) => id)
  return {
    take(id: number, { headline, rights }: { headline: string | undefined; rights: readonly Right[] }): PlaceAndTexts {
      const [place] = places.take(id)
      const found = all.take(id)
      return {
        ...positionOf(place),
        ...textsFrom({ headline, ...countryOf(found), ...namedBy(found, properties), ...namedBy(rights, rightsTexts) }),
      }
    },
  }
}

function positionOf(place: Place | undefined): Pick<ForeignWork, 'position'> {
  if (place === undefined || place.latitude === null || place.longitude === null) return {}
  const { latitude, longitude, altitude } = place
  const found = parsePosition(writePosition({ latitude, longitude, altitude }))
  return found === null ? {} : { position: writePosition(found) }
}

/** digiKam stores codes of countries, and others' texts. */
function countryOf(rows: readonly Property[]): Partial<Record<FurtherText, string>> {
  const country = rows.find(({ property }) => property === 'country')?.value?.trim() ?? ''
  if (country === '') return {}
  return problemOfText('countryCode', country) === null ? { countryCode: country } : { country }
}

const namedBy = (
  rows: readonly Property[],
  names: Readonly<Record<string, FurtherText>>,
): Partial<Record<FurtherText, string>> =>
  Object.fromEntries(
    rows.flatMap(({ property, value }) => {
      const field = Object.hasOwn(names, property) ? names[property]! : null
      return field !== null && value !== null && value.trim() !== '' ? [[field, value]] : []
    }),
  )

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

/** Visible photos and those hidden behind another version; not those in the trash or missing. */
const PHOTOS = `SELECT i.id, r.identifier, r.specificPath, a.relativePath AS album, i.name, i.fileSize AS bytes,
    f.rating, f.creationDate AS takenAt
  FROM Images i JOIN Albums a ON a.id = i.album JOIN AlbumRoots r ON r.id = a.albumRoot
    LEFT JOIN ImageInformation f ON f.imageid = i.id
  WHERE i.status IN (1, 2) ORDER BY i.id`

const COMMENTS = `SELECT imageid AS id, type, comment FROM ImageComments
  ORDER BY imageid, language <> 'x-default', id`

const RIGHTS = `SELECT imageid AS id, property, value FROM ImageCopyright ORDER BY imageid, id`

/** Reads the photos of a database. Throws `bad-params` for an unknown layout. */
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

/** Work of people in digiKam that Lumafold cannot store. */
const digikamLosses: readonly StoredLoss[] = [
  {
    loss: 'face',
    needs: { ImageTagProperties: ['imageid', 'tagid', 'property'] },
    // Others are guesses of digiKam, or have no name.
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

/** digiKam stores labels as tags within this one. */
const INTERNAL = '_Digikam_Internal_Tags_'
const COLOR = 'Color Label '
const PICK = 'Pick Label '
const picks: ReadonlyMap<string, PickFlag> = new Map([
  ['Rejected', -1],
  ['Accepted', 1],
])

/** Faces without a name. */
const NAMELESS = ['unknownPerson', 'unconfirmedPerson', 'ignoredPerson']

/** The tags of a photo. */
type DigikamTags = { names: string[]; label?: string; pick?: PickFlag; isPending?: boolean }

/** The tags of photos, read in ascending order of photos. */
function createDigikamTags(db: Db, layout: Layout): { take(photo: number): DigikamTags } {
  // A parent of 0 or below is none.
  const nodes = db.prepare<[], TagNode>('SELECT id, nullif(max(pid, 0), 0) AS parentId, name FROM Tags').all()
  const tree = createTagTree(nodes)
  const nameless = namelessTags(db, layout)
  const rows = db.prepare<[], { photo: number; tag: number }>(
    'SELECT imageid AS photo, tagid AS tag FROM ImageTags ORDER BY imageid, tagid',
  )
  const grouped = groupRows(rows.iterate(), ({ photo }) => photo)
  return {
    take(photo) {
      const found: DigikamTags = { names: [] }
      for (const { tag } of grouped.take(photo)) {
        const levels = tree.levelsOf(tag)
        if (levels[0] === INTERNAL) Object.assign(found, choiceOf(levels.at(-1)!))
        else if (!nameless.has(tag)) found.names.push(tree.nameOf(tag))
      }
      return found
    },
  }
}

function choiceOf(name: string): Omit<DigikamTags, 'names'> {
  if (name.startsWith(PICK)) {
    const choice = name.slice(PICK.length)
    const pick = picks.get(choice)
    return pick === undefined ? { isPending: choice === 'Pending' } : { pick }
  }
  const color = name.startsWith(COLOR) ? name.slice(COLOR.length) : 'None'
  return color === 'None' ? {} : { label: color }
}

function namelessTags(db: Db, layout: Layout): ReadonlySet<number> {
  if (!layout.has('TagProperties', 'tagid') || !layout.has('TagProperties', 'property')) return new Set()
  const select = db.prepare<[string], number>(
    'SELECT tagid FROM TagProperties WHERE property IN (SELECT value FROM json_each(?))',
  )
  return new Set(select.pluck().all(JSON.stringify(NAMELESS)))
}
