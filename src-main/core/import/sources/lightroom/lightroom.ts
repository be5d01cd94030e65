import type { Db } from '../../../../sqlite/connect.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignPhoto, ForeignWork } from '../../foreign/foreign-photo.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import { type Layout, requireColumns } from '../rows/layout.ts'
import { createTagTree, type TagNode, withoutParents } from '../rows/tag-tree.ts'
import { collectionTags } from './collections.ts'
import { titleOfXmp } from './title-of-xmp.ts'

/** What every catalogue of Lightroom 3 to Lightroom Classic has, as far as it is read. */
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

type Row = {
  id: number
  rating: number | null
  pick: number | null
  label: string | null
  takenAt: string | null
  root: string
  folder: string
  baseName: string
  extension: string | null
  caption: string | null
  copyright: string | null
  creator: string | null
  xmp: Buffer | string | null
}

/** Reads the photos of a catalogue. Throws `bad-params` for one whose layout is not known. */
export function* readLightroom(db: Db, layout: Layout, notes: string[]): Generator<ForeignPhoto> {
  requireColumns(layout, 'Lightroom catalogue', wanted)
  const nodes = db.prepare<[], TagNode>('SELECT id_local AS id, parent AS parentId, name FROM AgLibraryKeyword').all()
  const tree = createTagTree(nodes)
  const keywords = groupRows(
    db
      .prepare<[], { image: number; tag: number }>('SELECT image, tag FROM AgLibraryKeywordImage ORDER BY image')
      .iterate(),
    ({ image }) => image,
  )
  const collections = collectionTags(db, layout)
  for (const row of db.prepare<[], Row>(selectPhotos(layout)).iterate()) {
    const tags = [...keywords.take(row.id).map(({ tag }) => tree.nameOf(tag)), ...collections.take(row.id)]
    yield { path: pathOf(row), ...takenAtOf(row), work: { ...workOf(row), tags: withoutParents(tags) } }
  }
  noteCopies(db, layout, notes)
}

/** Columns and tables that older catalogues lack are read as empty. */
function selectPhotos(layout: Layout): string {
  const hasCaption = layout.has('AgLibraryIPTC', 'caption') && layout.has('AgLibraryIPTC', 'image')
  const hasRights = hasCaption && layout.has('AgLibraryIPTC', 'copyright')
  const hasCreator = layout.has('AgHarvestedIptcMetadata', 'creatorRef') && layout.has('AgInternedIptcCreator', 'value')
  const hasXmp = layout.has('Adobe_AdditionalMetadata', 'xmp') && layout.has('Adobe_AdditionalMetadata', 'image')
  return `SELECT i.id_local AS id, i.rating, i.pick, i.colorLabels AS label, r.absolutePath AS root,
      d.pathFromRoot AS folder, f.baseName, f.extension,
      ${layout.has('Adobe_images', 'captureTime') ? 'i.captureTime' : 'NULL'} AS takenAt,
      ${hasCaption ? 't.caption' : 'NULL'} AS caption, ${hasRights ? 't.copyright' : 'NULL'} AS copyright,
      ${hasCreator ? 'c.value' : 'NULL'} AS creator, ${hasXmp ? 'm.xmp' : 'NULL'} AS xmp
    FROM Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile
      JOIN AgLibraryFolder d ON d.id_local = f.folder JOIN AgLibraryRootFolder r ON r.id_local = d.rootFolder
      ${hasCaption ? 'LEFT JOIN AgLibraryIPTC t ON t.image = i.id_local' : ''}
      ${hasCreator ? 'LEFT JOIN AgHarvestedIptcMetadata h ON h.image = i.id_local' : ''}
      ${hasCreator ? 'LEFT JOIN AgInternedIptcCreator c ON c.id_local = h.creatorRef' : ''}
      ${hasXmp ? 'LEFT JOIN Adobe_AdditionalMetadata m ON m.image = i.id_local' : ''}
    WHERE ${isMaster(layout)} ORDER BY i.id_local`
}

const isMaster = (layout: Layout) => (layout.has('Adobe_images', 'masterImage') ? 'i.masterImage IS NULL' : '1')

function pathOf({ root, folder, baseName, extension }: Row): string {
  const name = extension === null || extension === '' ? baseName : `${baseName}.${extension}`
  return `${root.replaceAll('\\', '/').replace(/\/$/, '')}/${folder}${name}`
}

const workOf = ({ xmp, ...row }: Row): Omit<ForeignWork, 'tags'> => collectValues({ ...row, title: titleOfXmp(xmp) })

/** `2024-05-06T20:15:00`, in some catalogues with parts of a second or a zone behind. */
function takenAtOf({ takenAt }: Row): Pick<ForeignPhoto, 'takenAt'> {
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(takenAt ?? '')
  return found === null ? {} : { takenAt: found[0] }
}

function noteCopies(db: Db, layout: Layout, notes: string[]): void {
  if (!layout.has('Adobe_images', 'masterImage')) return
  const count = db.prepare<[], number>('SELECT count(*) FROM Adobe_images WHERE masterImage IS NOT NULL').pluck().get()
  if (count) notes.push(`${count} virtual ${count === 1 ? 'copy was' : 'copies were'} left out: Lumafold has none.`)
}
