import { join } from 'node:path'
import type { TagSource } from '../../../../contract/analysis/tag.ts'
import type { PhotoStatus, SensitivityJudgement } from '../../../../contract/library/photo.ts'
import { judgementOf, photoStatus, tagSource } from '../../../catalog/codecs/numbered.ts'
import { albumPaths } from '../../../albums/rows/album-paths.ts'
import { readTree } from '../../../albums/rows/album-rows.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { STATUS_NOW, IS_IN_LIBRARY } from '../../../folders/rows/absent-roots.ts'
import type { Context } from '../../../catalog/context/context.ts'
import { createPathOf } from '../../../folders/rows/create-path-of.ts'
import { type FaceStatement, readStatements } from '../../../people/rows/face-statements.ts'
import { exportedKeywords } from '../../../keywords/rows/exported-keywords.ts'
import { type FurtherText, readFurtherTexts } from './further-texts.ts'

/** A value of a photo. `isGiven` if the person gave it, else it is the file's; empty or 0 if there is none. */
export type WorkValue<T> = { value: T; isGiven: boolean }

export type WorkTag = { name: string; source: TagSource; confidence: number }

/** The stored data of a photo and its files, with all work of the person. */
export type PhotoWork = {
  id: number
  path: string
  /** Path of its watched folder. */
  root: string
  /** Other files that are the same photo. */
  otherPaths: string[]
  status: PhotoStatus
  bytes: number
  modifiedMs: number
  /** Hashes of the file and of its picture; empty if there are none yet. */
  contentHash: string
  imageHash: string
  takenAt: string | null
  /** Whether the person gave the time when it was taken. */
  isDated: boolean
  /** The offset from UTC that they gave with it, such as `+02:00`; null if they gave none. */
  offset: string | null
  /** The orientation that the person gave, 1 to 8 as in EXIF; null if they gave none. */
  orientation: number | null
  /** The crop that they gave, as `writeCrop` writes it, '' for none; null if they gave none. */
  crop: string | null
  /** The person's judgement of its sensitivity; null for none. */
  judgement: SensitivityJudgement | null
  isPrivate: boolean
  rating: WorkValue<number>
  pick: WorkValue<number>
  label: WorkValue<string>
  title: WorkValue<string>
  caption: WorkValue<string>
  creator: WorkValue<string>
  copyright: WorkValue<string>
  /** Where it was taken, in the form of `writePosition`. */
  position: WorkValue<string>
  /** Further texts from the person or its file; an empty one clears the file's. */
  texts: Partial<Record<FurtherText, WorkValue<string>>>
  /** From every source, without those that the person removed. */
  tags: WorkTag[]
  removedTags: string[]
  /** The person's statements about faces. */
  faces: FaceStatement[]
  /** Paths of its albums; photos come in the order of `place` in each. */
  albums: { path: string; place: number }[]
}

/** Fields with one value. */
export const workFields = ['rating', 'pick', 'label', 'title', 'caption', 'creator', 'copyright'] as const
export type WorkField = (typeof workFields)[number]

/** The work on photos, for exporting it and for comparing it with imported work. */
export type WorkStore = {
  /** All photos of the library in the order of their ids, a page at a time. */
  list(): Generator<PhotoWork>
  count(): number
  /** Of these photos; unknown ids are left out. */
  of(ids: readonly number[]): PhotoWork[]
  /** The keywords of an exported photo, as the tree of keywords has them: the person’s and its file’s. */
  exportedKeywords(photo: Pick<PhotoWork, 'tags'>): string[]
}

const PAGE = 500

export function createWorkStore({ db, vocabulary }: Pick<Context, 'db' | 'vocabulary'>): WorkStore {
  const page = db
    .prepare<[number], number>(`SELECT id FROM photos p WHERE id > ? AND ${IS_IN_LIBRARY} ORDER BY id LIMIT ${PAGE}`)
    .pluck()
  return {
    *list() {
      for (let after: number | undefined = 0; after !== undefined;) {
        const ids: number[] = page.all(after)
        yield* readWork(db, ids)
        after = ids.at(-1)
      }
    },
    count: () => db.prepare<[], number>(`SELECT count(*) FROM photos p WHERE ${IS_IN_LIBRARY}`).pluck().get() ?? 0,
    of: (ids) => readWork(db, ids),
    exportedKeywords: ({ tags }) => {
      const own = tags.filter(({ source }) => source === 'person' || source === 'file')
      return exportedKeywords({ db, vocabulary }, [...new Set(own.map(({ name }) => name))])
    },
  }
}

type Row = {
  id: number
  folderId: number
  root: string
  name: string
  status: number
  bytes: number
  modifiedMs: number
  contentHash: string
  imageHash: string
  takenAt: string | null
  isDated: number
  offset: string
  isLocated: number
  position: string | null
  orientation: number | null
  crop: string | null
  /** Null if the person gave none. */
  verdict: number | null
  isPrivate: number
  rating: number
  isRated: number
  pick: number
  isPicked: number
  label: string
  isLabelled: number
  title: string | null
  caption: string | null
  fileTitle: string | null
  fileCaption: string | null
  creator: string | null
  copyright: string | null
  fileCreator: string | null
  fileCopyright: string | null
}

const PHOTOS = `SELECT p.id, f.folder_id AS folderId, r.path AS root, f.name, ${STATUS_NOW} AS status, f.bytes,
    f.modified_ms AS modifiedMs, f.content_hash AS contentHash, f.image_hash AS imageHash, p.taken_at AS takenAt,
    p.is_dated AS isDated, p.given_offset AS offset, p.is_located AS isLocated, p.latitude || ',' || p.longitude
      || coalesce(',' || CASE WHEN p.is_located THEN p.given_altitude ELSE m.data ->> '$.altitude' END, '') AS position,
    CASE WHEN p.is_oriented THEN p.orientation END AS orientation,
    CASE WHEN p.is_crop_given THEN p.crop END AS crop,
    CASE WHEN p.is_judged THEN p.nsfw END AS verdict, p.is_private AS isPrivate,
    p.rating, p.is_rated AS isRated, p.pick, p.is_picked AS isPicked, p.label, p.is_labelled AS isLabelled,
    t.title, t.caption, m.data ->> '$.title' AS fileTitle, m.data ->> '$.caption' AS fileCaption,
    t.creator, t.copyright, m.data ->> '$.creator' AS fileCreator, m.data ->> '$.copyright' AS fileCopyright
  FROM json_each(?) j JOIN photos p ON p.id = j.value JOIN files f ON f.photo_id = p.id AND f.is_main = 1
    JOIN roots r ON r.folder_id = p.root_id
    LEFT JOIN person_texts t ON t.photo_id = p.id LEFT JOIN metadata m ON m.photo_id = p.id
  WHERE ${IS_IN_LIBRARY} ORDER BY p.id`

const TAGS = `SELECT g.photoId, t.name, g.source, g.confidence
  FROM (SELECT photo_id AS photoId, tag_id, source, confidence FROM photo_tags
      WHERE photo_id IN (SELECT value FROM json_each(@ids))
    UNION ALL SELECT photo_id, tag_id, @person, 100 FROM person_tags
      WHERE photo_id IN (SELECT value FROM json_each(@ids))) g
    JOIN tags t ON t.id = g.tag_id
  WHERE NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = g.photoId AND r.tag_id = g.tag_id)
  ORDER BY t.name, g.source`

const ALBUMS = `SELECT a.photo_id AS photoId, a.album_id AS album, a.position AS place
  FROM json_each(?) j JOIN album_photos a ON a.photo_id = j.value ORDER BY a.album_id`

const REMOVED_TAGS = `SELECT r.photo_id AS photoId, t.name FROM json_each(?) j
    JOIN removed_tags r ON r.photo_id = j.value JOIN tags t ON t.id = r.tag_id ORDER BY t.name`

const OTHER_FILES = `SELECT photo_id AS photoId, folder_id AS folderId, name FROM json_each(?) j
    JOIN files f ON f.photo_id = j.value WHERE f.is_main = 0 AND f.is_missing = 0 ORDER BY f.name`

type TagRow = { photoId: number; name: string; source: number; confidence: number }
type AlbumPlaceRow = { photoId: number; album: number; place: number }
type FileRow = { photoId: number; folderId: number; name: string }

function readWork(db: Db, photoIds: readonly number[]): PhotoWork[] {
  const ids = JSON.stringify(photoIds)
  const folderPath = createPathOf({ db })
  const tags = Map.groupBy(
    db.prepare<[object], TagRow>(TAGS).all({ ids, person: tagSource.number.person }),
    ({ photoId }) => photoId,
  )
  const removed = Map.groupBy(
    db.prepare<[string], { photoId: number; name: string }>(REMOVED_TAGS).all(ids),
    ({ photoId }) => photoId,
  )
  const faces = readStatements(db, photoIds)
  const texts = readFurtherTexts(db, photoIds)
  const others = Map.groupBy(db.prepare<[string], FileRow>(OTHER_FILES).all(ids), ({ photoId }) => photoId)
  const paths = new Map(albumPaths(readTree(db).albums).map(({ id, path }) => [id, path]))
  const albums = Map.groupBy(db.prepare<[string], AlbumPlaceRow>(ALBUMS).all(ids), ({ photoId }) => photoId)
  return db
    .prepare<[string], Row>(PHOTOS)
    .all(ids)
    .map((row) => ({
      ...basicsOf(row),
      ...valuesOf(row),
      texts: texts.get(row.id) ?? {},
      path: join(folderPath(row.folderId), row.name),
      otherPaths: (others.get(row.id) ?? []).map(({ folderId, name }) => join(folderPath(folderId), name)),
      tags: (tags.get(row.id) ?? []).map(({ name, source, confidence }) => ({
        name,
        source: tagSource.nameOf(source),
        confidence,
      })),
      removedTags: (removed.get(row.id) ?? []).map(({ name }) => name),
      faces: faces.get(row.id) ?? [],
      albums: (albums.get(row.id) ?? []).flatMap(({ album, place }) => {
        const path = paths.get(album)
        return path === undefined ? [] : [{ path, place }]
      }),
    }))
}

const basicsOf = ({
  id,
  root,
  status,
  bytes,
  modifiedMs,
  contentHash,
  imageHash,
  takenAt,
  orientation,
  crop,
  ...row
}: Row) => ({
  id,
  root,
  status: photoStatus.nameOf(status),
  bytes,
  modifiedMs,
  contentHash,
  imageHash,
  takenAt,
  isDated: row.isDated === 1,
  offset: row.isDated === 1 && row.offset !== '' ? row.offset : null,
  orientation,
  crop,
  judgement: row.verdict === null ? null : judgementOf(row.verdict),
  isPrivate: row.isPrivate === 1,
})

const valuesOf = (row: Row): Pick<PhotoWork, WorkField | 'position'> => ({
  rating: { value: row.rating, isGiven: row.isRated === 1 },
  pick: { value: row.pick, isGiven: row.isPicked === 1 },
  label: { value: row.label, isGiven: row.isLabelled === 1 },
  title: { value: row.title ?? row.fileTitle ?? '', isGiven: row.title !== null },
  caption: { value: row.caption ?? row.fileCaption ?? '', isGiven: row.caption !== null },
  creator: { value: row.creator ?? row.fileCreator ?? '', isGiven: row.creator !== null },
  copyright: { value: row.copyright ?? row.fileCopyright ?? '', isGiven: row.copyright !== null },
  position: { value: row.position ?? '', isGiven: row.isLocated === 1 },
})
