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
