import { losses } from '../../foreign/left-out.ts'
import type { StoredLoss } from '../rows/note-losses.ts'

const images = { Adobe_images: ['id_local', 'rootFile', 'masterImage'] }
/** The file name of a row's photo. */
const NAME = `(f.baseName || CASE coalesce(f.extension, '') WHEN '' THEN '' ELSE '.' || f.extension END)`
const OF_PHOTO = 'JOIN Adobe_images i ON i.id_local = x.image JOIN AgLibraryFile f ON f.id_local = i.rootFile'
const USED = 'x.systemOnly IS NULL OR CAST(x.systemOnly AS REAL) = 0'
const COLLECTION = 'com.adobe.ag.library.collection'
const KNOWN = `'${COLLECTION}', 'com.adobe.ag.library.group', 'com.adobe.ag.library.smart_collection'`

/** What people make in Lightroom, and its catalogue keeps, without a place in Lumafold. */
export const lightroomLosses: readonly StoredLoss[] = [
  {
    one: 'photo with develop settings',
    many: 'photos with develop settings',
    needs: { ...images, Adobe_imageDevelopSettings: ['image', 'hasDevelopAdjustments'] },
    names: `SELECT ${NAME} FROM Adobe_imageDevelopSettings x ${OF_PHOTO}
      WHERE x.hasDevelopAdjustments > 0 AND i.masterImage IS NULL`,
  },
  {
    one: 'snapshot of develop settings',
    many: 'snapshots of develop settings',
    needs: { ...images, Adobe_libraryImageDevelopSnapshot: ['image', 'name'] },
    names: `SELECT ${NAME} || coalesce(': ' || x.name, '') FROM Adobe_libraryImageDevelopSnapshot x ${OF_PHOTO}`,
  },
  {
    ...losses.face,
    needs: { ...images, AgLibraryFace: ['image'], AgLibraryKeywordFace: ['face', 'tag', 'userPick', 'userReject'] },
    names: `SELECT ${NAME} || coalesce(': ' || k.name, '') FROM AgLibraryFace x ${OF_PHOTO}
      JOIN AgLibraryKeywordFace n ON n.face = x.id_local JOIN AgLibraryKeyword k ON k.id_local = n.tag
      WHERE coalesce(n.userReject, 0) = 0 AND coalesce(n.userPick, 1) <> 0 AND i.masterImage IS NULL`,
  },
  {
    one: 'capture time that was changed (read where it stands in the file)',
    many: 'capture times that were changed (read where they stand in the files)',
    needs: { Adobe_images: ['rootFile', 'masterImage', 'captureTime', 'originalCaptureTime'] },
    names: `SELECT ${NAME} || ': ' || x.captureTime FROM Adobe_images x JOIN AgLibraryFile f ON f.id_local = x.rootFile
      WHERE x.masterImage IS NULL AND substr(x.captureTime, 1, 19) <> substr(x.originalCaptureTime, 1, 19)`,
  },
  {
    one: 'stack',
    many: 'stacks',
    needs: { ...images, AgLibraryFolderStackImage: ['image', 'stack'] },
    names: `SELECT min(${NAME}) FROM AgLibraryFolderStackImage x ${OF_PHOTO} GROUP BY x.stack`,
  },
  {
    one: 'photo in the quick collection',
    many: 'photos in the quick collection',
    needs: { ...images, AgLibraryCollection: ['creationId', 'systemOnly'], AgLibraryCollectionImage: ['collection'] },
    names: `SELECT ${NAME} FROM AgLibraryCollectionImage x ${OF_PHOTO} JOIN AgLibraryCollection c
      ON c.id_local = x.collection WHERE c.creationId = '${COLLECTION}' AND CAST(c.systemOnly AS REAL) <> 0`,
  },
  {
    one: 'smart collection',
    many: 'smart collections',
    needs: { AgLibraryCollection: ['creationId', 'systemOnly', 'name'] },
    names: `SELECT x.name FROM AgLibraryCollection x
      WHERE x.creationId = 'com.adobe.ag.library.smart_collection' AND (${USED})`,
  },
  {
    one: 'book, slideshow, print or web page',
    many: 'books, slideshows, prints or web pages',
    needs: { AgLibraryCollection: ['creationId', 'systemOnly', 'name'] },
    names: `SELECT x.name FROM AgLibraryCollection x WHERE x.creationId NOT IN (${KNOWN})
      AND x.creationId NOT LIKE '%.unsaved' AND (${USED})`,
  },
  {
    one: 'published collection',
    many: 'published collections',
    needs: { AgLibraryPublishedCollection: ['name'], AgLibraryPublishedCollectionImage: ['collection'] },
    names: `SELECT x.name FROM AgLibraryPublishedCollection x
      WHERE x.id_local IN (SELECT collection FROM AgLibraryPublishedCollectionImage)`,
  },
  {
    one: 'synonym of a keyword',
    many: 'synonyms of keywords',
    needs: { AgLibraryKeywordSynonym: ['keyword', 'name'] },
    names: `SELECT coalesce(k.name || ': ', '') || x.name FROM AgLibraryKeywordSynonym x
      LEFT JOIN AgLibraryKeyword k ON k.id_local = x.keyword`,
  },
  {
    one: 'comment',
    many: 'comments',
    needs: { ...images, AgPhotoComment: ['photo', 'comment'] },
    names: `SELECT ${NAME} || coalesce(': ' || x.comment, '') FROM AgPhotoComment x
      JOIN Adobe_images i ON i.id_local = x.photo JOIN AgLibraryFile f ON f.id_local = i.rootFile`,
  },
  {
    one: 'photo with fields of plug-ins',
    many: 'photos with fields of plug-ins',
    needs: { ...images, AgPhotoProperty: ['photo', 'internalValue'] },
    names: `SELECT ${NAME} FROM Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile
      WHERE i.id_local IN (SELECT photo FROM AgPhotoProperty WHERE coalesce(internalValue, '') <> '')`,
  },
  {
    one: 'colour label of a folder',
    many: 'colour labels of folders',
    needs: { AgLibraryFolderLabel: ['folder', 'label'] },
    names: `SELECT d.pathFromRoot || ': ' || x.label FROM AgLibraryFolderLabel x
      JOIN AgLibraryFolder d ON d.id_local = x.folder WHERE coalesce(x.label, '') <> ''`,
  },
  {
    one: 'colour label of a collection',
    many: 'colour labels of collections',
    needs: { AgLibraryCollectionLabel: ['collection', 'label'], AgLibraryCollection: ['name'] },
    names: `SELECT c.name || ': ' || x.label FROM AgLibraryCollectionLabel x
      JOIN AgLibraryCollection c ON c.id_local = x.collection WHERE coalesce(x.label, '') <> ''`,
  },
  {
    one: 'chosen picture of a video',
    many: 'chosen pictures of videos',
    needs: { ...images, AgVideoInfo: ['image', 'poster_frame_set_by_user'] },
    names: `SELECT ${NAME} FROM AgVideoInfo x ${OF_PHOTO} WHERE x.poster_frame_set_by_user > 0`,
  },
]
