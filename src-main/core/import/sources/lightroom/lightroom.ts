import type { Db } from '../../../../sqlite/connect.ts'
import type { ForeignPhoto } from '../../foreign/foreign-photo.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import { type Layout, requireColumns } from '../rows/layout.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { noteLosses } from '../rows/note-losses.ts'
import { withoutParents } from '../rows/tag-tree.ts'
import { collectionAlbums } from './collections.ts'
import { describeCopy } from './describe-copy.ts'
import { type ImageRow, nameOfImage, selectImages, workOfImage } from './images.ts'
import { keywordTags } from './keywords.ts'
import { lightroomLosses } from './lightroom-losses.ts'

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

/**
 * Reads the photos of a catalogue. Keywords, names of faces and collections of virtual copies are those of their photo;
 * what else a copy says otherwise than its photo is left out, and named. Throws `bad-params` for a catalogue whose
 * layout is not known.
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
