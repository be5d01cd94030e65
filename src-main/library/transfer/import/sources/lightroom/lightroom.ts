import type { Text } from '../../../../../contract/sentences/text.ts'
import type { Db } from '../../../../../base/sqlite/connect.ts'
import {
  type ForeignPhoto,
  type ClearableField,
  clearableFields,
  type ForeignAlbum,
} from '../../foreign/foreign-photo.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { groupRows } from '../rows/group-rows.ts'
import { type Layout, requireColumns } from '../rows/layout.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { noteLosses, type StoredLoss } from '../rows/note-losses.ts'
import { withoutParents, createTagTree, type TagNode } from '../rows/create-tag-tree.ts'
import { type ImageRow, nameOfImage, selectImages, workOfImage, type ImageWork } from './images.ts'
import { say } from '../../../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../../../contract/sentences/sentences.ts'
import { nameOf } from '../../../../metadata/plan/keyword-names.ts'

/** Tables of every catalogue from Lightroom 3 to Lightroom Classic, as far as they are read. */
const wanted = {
  Adobe_images: ['id_local', 'rootFile', 'rating', 'pick', 'colorLabels'],
  AgLibraryFile: ['id_local', 'folder', 'baseName', 'extension'],
  AgLibraryFolder: ['id_local', 'rootFolder', 'pathFromRoot'],
  AgLibraryRootFolder: ['id_local', 'absolutePath'],
  AgLibraryKeyword: ['id_local', 'name', 'parent'],
  AgLibraryKeywordImage: ['image', 'tag'],
}

/** Whether a database is a catalogue of Lightroom. */
export const isLightroom = (layout: Layout): boolean => layout.has('AgLibraryFile') && layout.has('Adobe_images')

/**
 * Reads the photos of a catalogue. Keywords, names of faces and collections of virtual copies go to their photo; other
 * differences of a copy are left out, and reported. Throws `bad-params` for an unknown layout.
 */
export function* readLightroom(db: Db, layout: Layout, left: LeftOut): Generator<ForeignPhoto> {
  requireColumns(layout, 'lightroom', wanted)
  const keywords = keywordTags(db, layout)
  const collections = collectionAlbums(db, layout)
  const copies = groupRows(selectImages(db, layout, 'copies'), ({ masterId }) => masterId ?? 0)
  for (const row of selectImages(db, layout, 'photos')) {
    const { packet, ...work } = workOfImage(row)
    const name = nameOfImage(row)
    noteRefused(packet.refused, name, left)
    if (packet.isDamaged) left.add('packet', name)
    if (packet.hasFurther || (row.hasPlaces && packet.texts === undefined)) left.add('iptc', name)
    for (const copy of copies.take(row.id)) left.add('copy', describeCopy(name, copy, work))
    const tags = withoutParents(keywords.take(row.id))
    const albums = collections.take(row.id)
    yield { path: pathOf(row), ...takenAtOf(row), work: { ...work, tags, ...(albums.length > 0 && { albums }) } }
  }
  noteLosses(db, layout, lightroomLosses, left)
}

const pathOf = (row: ImageRow): string =>
  `${row.root.replaceAll('\\', '/').replace(/\/$/, '')}/${row.folder}${nameOfImage(row)}`

/** `2024-05-06T20:15:00`, in some catalogues with parts of a second or a zone behind. */
function takenAtOf({ takenAt }: ImageRow): Pick<ForeignPhoto, 'takenAt'> {
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(takenAt ?? '')
  return found === null ? {} : { takenAt: found[0] }
}

const flags: Readonly<Record<string, SentenceKey>> = {
  '1': 'keywords.brushPicked',
  '-1': 'keywords.brushRejected',
  '0': 'keywords.brushNoFlag',
}

/** A copy's value of a field, and no value. */
const words: Readonly<Record<Exclude<ClearableField, 'pick'>, readonly [given: SentenceKey, none: SentenceKey]>> = {
  rating: ['copies.rating', 'copies.noRating'],
  label: ['copies.label', 'keywords.brushNoLabel'],
  title: ['copies.title', 'copies.noTitle'],
  caption: ['copies.caption', 'copies.noCaption'],
  creator: ['copies.creator', 'copies.noCreator'],
  copyright: ['copies.copyright', 'copies.noCopyright'],
}

/** A virtual copy with its differences from its photo: `IMG_1.CR3, Copy 1: rating 1, label Purple`. */
function describeCopy(photo: string, copy: ImageRow, ofPhoto: ImageWork): string | Text {
  const work = workOfImage(copy)
  const own = clearableFields.flatMap((field) => {
    const value = work[field]
    if (value === ofPhoto[field]) return []
    if (field === 'pick') return [say(flags[String(value ?? 0)]!)]
    const [given, none] = words[field]
    return [value === undefined ? say(none) : say(given, { value })]
  })
  if (work.crop !== ofPhoto.crop) own.push(say(work.crop === undefined ? 'copies.noCrop' : 'copies.crop'))
  const name = copy.copyName === null || copy.copyName === '' ? photo : `${photo}, ${copy.copyName}`
  return own.length === 0 ? name : say('copies.differs', { name, parts: own })
}

type Given = { image: number; tag: number }

/**
 * Tags for the keywords of each photo and its virtual copies, and for the names of its faces, read in ascending order
 * of photos. A name that Lightroom only proposes does not count.
 */
function keywordTags(db: Db, layout: Layout): { take(image: number): string[] } {
  const tree = createTagTree(
    db.prepare<[], TagNode>('SELECT id_local AS id, parent AS parentId, name FROM AgLibraryKeyword').all(),
  )
  const image = layout.has('Adobe_images', 'masterImage') ? 'coalesce(i.masterImage, i.id_local)' : 'i.id_local'
  const rows = db.prepare<[], Given>(
    `SELECT ${image} AS image, k.tag FROM (SELECT image, tag FROM AgLibraryKeywordImage ${facesOf(layout)}) k
       JOIN Adobe_images i ON i.id_local = k.image ORDER BY 1`,
  )
  const grouped = groupRows(rows.iterate(), (row) => row.image)
  return { take: (photo) => grouped.take(photo).map(({ tag }) => tree.nameOf(tag)) }
}

const named = { AgLibraryFace: ['image'], AgLibraryKeywordFace: ['face', 'tag', 'userPick', 'userReject'] }

function facesOf(layout: Layout): string {
  const isThere = Object.entries(named).every(([table, columns]) => columns.every((name) => layout.has(table, name)))
  if (!isThere) return ''
  return `UNION SELECT f.image, n.tag FROM AgLibraryKeywordFace n JOIN AgLibraryFace f ON f.id_local = n.face
    WHERE coalesce(n.userReject, 0) = 0 AND coalesce(n.userPick, 1) <> 0`
}

const images = { Adobe_images: ['id_local', 'rootFile', 'masterImage'] }
/** The file name of a row's photo. */
const NAME = `(f.baseName || CASE coalesce(f.extension, '') WHEN '' THEN '' ELSE '.' || f.extension END)`
const OF_PHOTO = 'JOIN Adobe_images i ON i.id_local = x.image JOIN AgLibraryFile f ON f.id_local = i.rootFile'
const USED = 'x.systemOnly IS NULL OR CAST(x.systemOnly AS REAL) = 0'
const COLLECTION = 'com.adobe.ag.library.collection'
const KNOWN = `'${COLLECTION}', 'com.adobe.ag.library.group', 'com.adobe.ag.library.smart_collection'`

/** Work of people in Lightroom that Lumafold cannot store. */
const lightroomLosses: readonly StoredLoss[] = [
  {
    loss: 'develop',
    needs: { ...images, Adobe_imageDevelopSettings: ['image', 'hasDevelopAdjustments'] },
    names: `SELECT ${NAME} FROM Adobe_imageDevelopSettings x ${OF_PHOTO}
      WHERE x.hasDevelopAdjustments > 0 AND i.masterImage IS NULL`,
  },
  {
    loss: 'snapshot',
    needs: { ...images, Adobe_libraryImageDevelopSnapshot: ['image', 'name'] },
    names: `SELECT ${NAME} || coalesce(': ' || x.name, '') FROM Adobe_libraryImageDevelopSnapshot x ${OF_PHOTO}`,
  },
  {
    loss: 'face',
    needs: { ...images, AgLibraryFace: ['image'], AgLibraryKeywordFace: ['face', 'tag', 'userPick', 'userReject'] },
    names: `SELECT ${NAME} || coalesce(': ' || k.name, '') FROM AgLibraryFace x ${OF_PHOTO}
      JOIN AgLibraryKeywordFace n ON n.face = x.id_local JOIN AgLibraryKeyword k ON k.id_local = n.tag
      WHERE coalesce(n.userReject, 0) = 0 AND coalesce(n.userPick, 1) <> 0 AND i.masterImage IS NULL`,
  },
  {
    loss: 'captureTime',
    needs: { Adobe_images: ['rootFile', 'masterImage', 'captureTime', 'originalCaptureTime'] },
    names: `SELECT ${NAME} || ': ' || x.captureTime FROM Adobe_images x JOIN AgLibraryFile f ON f.id_local = x.rootFile
      WHERE x.masterImage IS NULL AND substr(x.captureTime, 1, 19) <> substr(x.originalCaptureTime, 1, 19)`,
  },
  {
    loss: 'stack',
    needs: { ...images, AgLibraryFolderStackImage: ['image', 'stack'] },
    names: `SELECT min(${NAME}) FROM AgLibraryFolderStackImage x ${OF_PHOTO} GROUP BY x.stack`,
  },
  {
    loss: 'quick',
    needs: { ...images, AgLibraryCollection: ['creationId', 'systemOnly'], AgLibraryCollectionImage: ['collection'] },
    names: `SELECT ${NAME} FROM AgLibraryCollectionImage x ${OF_PHOTO} JOIN AgLibraryCollection c
      ON c.id_local = x.collection WHERE c.creationId = '${COLLECTION}' AND CAST(c.systemOnly AS REAL) <> 0`,
  },
  {
    loss: 'smart',
    needs: { AgLibraryCollection: ['creationId', 'systemOnly', 'name'] },
    names: `SELECT x.name FROM AgLibraryCollection x
      WHERE x.creationId = 'com.adobe.ag.library.smart_collection' AND (${USED})`,
  },
  {
    loss: 'book',
    needs: { AgLibraryCollection: ['creationId', 'systemOnly', 'name'] },
    names: `SELECT x.name FROM AgLibraryCollection x WHERE x.creationId NOT IN (${KNOWN})
      AND x.creationId NOT LIKE '%.unsaved' AND (${USED})`,
  },
  {
    loss: 'published',
    needs: { AgLibraryPublishedCollection: ['name'], AgLibraryPublishedCollectionImage: ['collection'] },
    names: `SELECT x.name FROM AgLibraryPublishedCollection x
      WHERE x.id_local IN (SELECT collection FROM AgLibraryPublishedCollectionImage)`,
  },
  {
    loss: 'synonym',
    needs: { AgLibraryKeywordSynonym: ['keyword', 'name'] },
    names: `SELECT coalesce(k.name || ': ', '') || x.name FROM AgLibraryKeywordSynonym x
      LEFT JOIN AgLibraryKeyword k ON k.id_local = x.keyword`,
  },
  {
    loss: 'comment',
    needs: { ...images, AgPhotoComment: ['photo', 'comment'] },
    names: `SELECT ${NAME} || coalesce(': ' || x.comment, '') FROM AgPhotoComment x
      JOIN Adobe_images i ON i.id_local = x.photo JOIN AgLibraryFile f ON f.id_local = i.rootFile`,
  },
  {
    loss: 'plugins',
    needs: { ...images, AgPhotoProperty: ['photo', 'internalValue'] },
    names: `SELECT ${NAME} FROM Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile
      WHERE i.id_local IN (SELECT photo FROM AgPhotoProperty WHERE coalesce(internalValue, '') <> '')`,
  },
  {
    loss: 'folderLabel',
    needs: { AgLibraryFolderLabel: ['folder', 'label'] },
    names: `SELECT d.pathFromRoot || ': ' || x.label FROM AgLibraryFolderLabel x
      JOIN AgLibraryFolder d ON d.id_local = x.folder WHERE coalesce(x.label, '') <> ''`,
  },
  {
    loss: 'collectionLabel',
    needs: { AgLibraryCollectionLabel: ['collection', 'label'], AgLibraryCollection: ['name'] },
    names: `SELECT c.name || ': ' || x.label FROM AgLibraryCollectionLabel x
      JOIN AgLibraryCollection c ON c.id_local = x.collection WHERE coalesce(x.label, '') <> ''`,
  },
  {
    loss: 'videoPicture',
    needs: { ...images, AgVideoInfo: ['image', 'poster_frame_set_by_user'] },
    names: `SELECT ${NAME} FROM AgVideoInfo x ${OF_PHOTO} WHERE x.poster_frame_set_by_user > 0`,
  },
]

type Member = { image: number; collection: number; place: number }

const wantedOfCollections = {
  AgLibraryCollection: ['id_local', 'name', 'parent'],
  AgLibraryCollectionImage: ['image', 'collection'],
}

/**
 * The collections of each photo as albums, with its position in them; read in ascending order of photos. Smart
 * collections contain no photos of their own; Lightroom's own ones, such as the quick collection and unsaved books, are
 * left out.
 */
function collectionAlbums(db: Db, layout: Layout): { take(image: number): ForeignAlbum[] } {
  const isThere = Object.entries(wantedOfCollections).every(([table, columns]) =>
    columns.every((name) => layout.has(table, name)),
  )
  if (!isThere) return { take: () => [] }
  const conditions = [
    layout.has('AgLibraryCollection', 'systemOnly') ? 'CAST(coalesce(c.systemOnly, 0) AS REAL) = 0' : '1',
    layout.has('AgLibraryCollection', 'creationId') ? "c.creationId = 'com.adobe.ag.library.collection'" : '1',
  ]
  // A virtual copy counts as the photo that it was made of.
  const image = layout.has('Adobe_images', 'masterImage') ? 'coalesce(i.masterImage, i.id_local)' : 'i.id_local'
  const hasPlaces = layout.has('AgLibraryCollectionImage', 'positionInCollection')
  const place = hasPlaces ? 'CAST(coalesce(m.positionInCollection, 0) AS REAL)' : '0'
  const tree = createTagTree(
    db.prepare<[], TagNode>('SELECT id_local AS id, parent AS parentId, name FROM AgLibraryCollection').all(),
  )
  const members = db.prepare<[], Member>(
    `SELECT ${image} AS image, m.collection, ${place} AS place FROM AgLibraryCollectionImage m
       JOIN Adobe_images i ON i.id_local = m.image JOIN AgLibraryCollection c ON c.id_local = m.collection
     WHERE ${conditions.join(' AND ')} ORDER BY 1`,
  )
  const grouped = groupRows(members.iterate(), ({ image }) => image)
  const albumOf = ({ collection, place }: Member) => ({ path: nameOf(tree.levelsOf(collection)), place })
  return { take: (image) => grouped.take(image).map(albumOf) }
}
