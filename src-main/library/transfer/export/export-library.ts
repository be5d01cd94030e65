import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LibraryExportReport, LibraryExportRequest } from '../../../contract/library/travel.ts'
import {
  type Catalog,
  type PhotoWork,
  columnOf,
  type FurtherText,
  givenTexts,
  workFields,
  furtherTexts,
} from '../../catalog/catalog.ts'
import { type RunningExports, temporaryPath } from '../../export/files/running-exports.ts'
import { LeftOut } from '../import/foreign/left-out.ts'
import { csvOf } from './library-csv.ts'
import { stringify } from 'csv-stringify/sync'
import type { KeywordRecord, KeywordSet } from '../../../contract/library/keywords.ts'
import { withoutFormulas } from './formulas.ts'
import { encodeList } from './list-cell.ts'
import { noTexts } from '../../../contract/library/empty-metadata.ts'
import { AppError } from '../../../contract/errors.ts'
import { editXmp } from '../../../base/formats/xmp/edit-xmp.ts'
import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import { toCollection } from '../../metadata/album-collections.ts'
import { type TargetContent, type Values, valuesOf as valuesOfFile } from '../../metadata/plan/work.ts'
import { xmpEdits } from '../../metadata/plan/xmp-edits.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export type LibraryExportDependencies = {
  catalog: {
    work: Pick<Catalog['work'], 'list'>
    folders: Pick<Catalog['folders'], 'roots'>
    keywords: Pick<Catalog['keywords'], 'records' | 'sets'>
  }
  /** Notes files being written: partial files of a killed program are deleted at the next opening. */
  running?: Pick<RunningExports, 'noteStart' | 'noteEnd'>
  /** Milliseconds since 1970. */
  now?(): number
}

/** Follows an export: `signal` stops it, and leaves no partial file. */
export type LibraryExportControl = {
  signal?: AbortSignal
  /** Photos that are done. */
  onProgress?(photos: number): void
}

/** Calls of windows are served after this many photos. */
const PAUSE_AFTER = 500
/** Sidecars that are written at once. */
const AT_ONCE = 16

/**
 * Writes the data of all photos into a folder: a table, JSON, or a tree of sidecars. Photos are read page by page, so
 * that a library of any size needs little memory. Rejects with `bad-params` for an unsuitable folder, with the system's
 * errors, and with the signal's reason.
 */
export async function exportLibrary(
  dependencies: LibraryExportDependencies,
  request: LibraryExportRequest,
  control: LibraryExportControl = {},
): Promise<LibraryExportReport> {
  const job: Job = { jobId: randomUUID(), folder: path.resolve(request.path) }
  await mkdir(job.folder, { recursive: true })
  noteIfPossible(() => dependencies.running?.noteStart(job))
  try {
    return await writeAll(dependencies, { ...request, job, control })
  } finally {
    noteIfPossible(() => dependencies.running?.noteEnd(job.jobId))
  }
}

/** A library on a full or failing disk can still be exported; the note only helps to clean up after a kill. */
function noteIfPossible(note: () => void): void {
  try {
    note()
  } catch {
    // The export itself reports the problem, if it is affected.
  }
}

type Job = { jobId: string; folder: string }
type Order = Pick<LibraryExportRequest, 'format'> & { job: Job; control: LibraryExportControl }

async function writeAll(
  { catalog, now = Date.now }: LibraryExportDependencies,
  { job, format, control }: Order,
): Promise<LibraryExportReport> {
  const left = new LeftOut()
  const photos = new PhotoPages(catalog, control, (photo) => noteLosses(photo, format, left))
  if (format === 'xmp') {
    const written = await writeSidecars(photos, catalog, job)
    return { path: job.folder, photos: written, notCarriedOver: left.list() }
  }
  const file = path.join(job.folder, `lumafold-library.${format}`)
  const keywords = { records: catalog.keywords.records(), sets: catalog.keywords.sets() }
  await writeWhole(
    { file, temporary: temporaryPath(job) },
    format === 'csv' ? csvOf(photos.all()) : jsonOf(photos, now(), keywords),
  )
  if (format === 'csv' && keywords.records.size + keywords.sets.length > 0)
    await writeWhole(
      { file: path.join(job.folder, 'lumafold-keywords.csv'), temporary: temporaryPath(job) },
      Readable.from([keywordsCsv(keywords)]),
    )
  return { path: file, photos: photos.count, notCarriedOver: left.list() }
}

type Source = LibraryExportDependencies['catalog']

/** The photos of the library, with pauses for others. */
class PhotoPages {
  readonly #source: Source
  readonly #control: LibraryExportControl
  readonly #onPhoto: (photo: PhotoWork) => void
  #count = 0

  constructor(source: Source, control: LibraryExportControl, onPhoto: (photo: PhotoWork) => void) {
    this.#source = source
    this.#control = control
    this.#onPhoto = onPhoto
  }

  /** Photos that were taken and are done. */
  get count(): number {
    return this.#count
  }

  /** Throws the signal's reason. */
  async *all(): AsyncGenerator<PhotoWork> {
    const { signal, onProgress } = this.#control
    for (const photo of this.#source.work.list()) {
      signal?.throwIfAborted()
      this.#onPhoto(photo)
      yield photo
      if (++this.#count % PAUSE_AFTER > 0) continue
      onProgress?.(this.#count)
      await setImmediate()
    }
    signal?.throwIfAborted()
  }
}

async function* jsonOf(photos: PhotoPages, atMs: number, keywords: LibraryKeywords): AsyncGenerator<string> {
  yield jsonHead(atMs, keywords)
  for await (const photo of photos.all()) yield jsonLine(photo, photos.count === 0)
  yield jsonEnd()
}

/** Photos without any data have none. */
async function writeSidecars(pages: PhotoPages, catalog: Source, job: Job): Promise<number> {
  const places = new SidecarPlaces(
    job.folder,
    catalog.folders.roots().map((root) => root.path),
  )
  const photos = pages.all()
  let written = 0
  const write = async () => {
    for (let next = await photos.next(); !next.done; next = await photos.next()) {
      if (!hasWork(next.value)) continue
      await writeSidecar({ file: places.placeOf(next.value), temporary: temporaryPath(job) }, next.value)
      written++
    }
  }
  const writers = Array.from({ length: AT_ONCE }, write)
  try {
    await Promise.all(writers)
  } finally {
    await Promise.allSettled(writers)
  }
  return written
}

/** The part before the photos; `exportedAt` in milliseconds since 1970. */
function jsonHead(exportedAt: number, keywords: LibraryKeywords): string {
  const head = { format: 'lumafold-library', version: 1, exported_at: new Date(exportedAt).toISOString() }
  return `${JSON.stringify({ ...head, ...keywordsJson(keywords) }).slice(0, -1)},"photos":[`
}

const jsonEnd = (): string => '\n]}\n'

/** A photo as JSON on a separate line; fields are only ever added. */
function jsonLine(photo: PhotoWork, isFirst: boolean): string {
  const { title, caption, creator, copyright, rating, pick, label, tags, removedTags } = photo
  const line = {
    path: photo.path,
    other_paths: photo.otherPaths,
    status: photo.status,
    bytes: photo.bytes,
    modified_at: new Date(photo.modifiedMs).toISOString(),
    taken_at: photo.takenAt,
    offset: photo.offset,
    position: photo.position.isGiven ? photo.position.value : null,
    orientation: photo.orientation,
    crop: photo.crop,
    content_hash: photo.contentHash,
    image_hash: photo.imageHash,
    rating: rating.value,
    pick: pick.value,
    label: label.value,
    title: title.value,
    caption: caption.value,
    creator: creator.value,
    copyright: copyright.value,
    texts: Object.fromEntries(
      Object.entries(givenTexts(photo.texts)).map(([field, text]) => [columnOf(field as FurtherText), text]),
    ),
    given: [...workFields.filter((field) => photo[field].isGiven), ...(photo.isDated ? ['taken_at'] : [])],
    sensitivity: photo.judgement,
    private: photo.isPrivate,
    tags: tags.map(({ name, source, confidence }) => ({ name, source, confidence })),
    removed_tags: removedTags,
    faces: photo.faces,
    albums: photo.albums,
  }
  return `${isFirst ? '' : ','}\n${JSON.stringify(line)}`
}

/** A person's work on keywords beside giving them to photos. */
type LibraryKeywords = { records: ReadonlyMap<string, KeywordRecord>; sets: readonly KeywordSet[] }

/** Fields of the JSON export: they are in its first line, before the photos. */
const keywordsJson = ({ records, sets }: LibraryKeywords) => ({
  keywords: [...records].map(([name, { synonyms, color, isExported, exportsSynonyms }]) => ({
    name,
    synonyms,
    color,
    is_exported: isExported,
    exports_synonyms: exportsSynonyms,
  })),
  keyword_sets: sets.map(({ name, keywords }) => ({ name, keywords })),
})

const yes = (is: boolean): string => (is ? 'yes' : '')

/** Keywords and sets as a table; a set's keywords are in their order. */
function keywordsCsv({ records, sets }: LibraryKeywords): string {
  const rows = [
    ...[...records].map(([name, { synonyms, color, isExported, exportsSynonyms }]) => [
      'keyword',
      name,
      encodeList(synonyms),
      color,
      yes(isExported),
      yes(exportsSynonyms),
    ]),
    ...sets.map(({ name, keywords }) => ['set', name, encodeList(keywords), '', '', '']),
  ]
  const columns = ['kind', 'name', 'words', 'color', 'is_exported', 'exports_synonyms']
  const safe = rows.map((row) => row.map(withoutFormulas))
  return stringify(safe, { bom: true, header: true, columns, record_delimiter: 'windows' })
}

/**
 * The folders of photos' sidecars: one for each watched folder, by its name, with the same layout. Throws `bad-params`
 * if they would be beside photos, whose sidecars another program may have written.
 */
class SidecarPlaces {
  readonly #folder: string
  readonly #names = new Map<string, string>()

  constructor(folder: string, roots: readonly string[]) {
    this.#folder = folder
    for (const root of roots.toSorted()) this.#names.set(root, this.#freeName(path.basename(root) || 'photos'))
    for (const name of this.#names.values()) refuseBeside(path.join(folder, name), roots)
  }

  placeOf({ path: photo, root }: Pick<PhotoWork, 'path' | 'root'>): string {
    return `${path.join(this.#folder, this.#names.get(root) ?? 'photos', path.relative(root, photo))}.xmp`
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
    return name
  }
}

function refuseBeside(folder: string, roots: readonly string[]): void {
  const root = roots.find((each) => folder === each || folder.startsWith(each + path.sep))
  if (root !== undefined) throw new AppError('bad-params', say('errors.sidecarsWithin', { path: folder, root }))
}

/** Whether a photo has any data from a person or its file, or albums. */
const hasWork = (photo: PhotoWork): boolean =>
  Object.keys(valuesOf(photo)).length > 0 || ownTags(photo.tags).length > 0 || photo.albums.length > 0

/** A photo's time and turn come from its file if that has them. */
const valuesOf = (photo: PhotoWork): Values => ({
  ...Object.fromEntries(
    workFields.flatMap((field) => {
      const { value, isGiven } = photo[field]
      // Sidecars cannot express no stars and no flag against the file itself.
      return value === '' || (value === 0 && !isGiven) ? [] : [[field, value]]
    }),
  ),
  ...givenTexts(photo.texts),
  ...(photo.isDated && { takenAt: photo.takenAt && photo.takenAt + (photo.offset ?? '') }),
  ...(photo.position.isGiven && photo.position.value !== '' && { position: photo.position.value }),
  ...(photo.orientation !== null && { orientation: photo.orientation }),
  ...(photo.crop !== null && { crop: photo.crop }),
})

/** Writes a photo's sidecar atomically. */
async function writeSidecar({ file, temporary }: NewFile, photo: PhotoWork): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  try {
    await writeFile(temporary, packetOf(photo))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const nothingPresent: TargetContent = {
  values: valuesOfFile({
    rating: null,
    pick: null,
    label: null,
    ...noTexts(),
    takenAt: null,
    orientation: null,
    crop: null,
    position: null,
  }),
  keywords: null,
}

function packetOf(photo: PhotoWork): Buffer {
  const values = valuesOf(photo)
  const keywords = ownTags(photo.tags)
  const edits = xmpEdits(null, nothingPresent, { values, keywords: keywords.length > 0 ? keywords : null })
  const written = editXmp(null, [...edits, albumsEdit(photo)])
  if ('problem' in written) throw new Error(`A new packet cannot be written: ${inEnglish(written.problem)}`)
  return written.bytes
}

const albumsEdit = ({ albums }: PhotoWork): XmpEdit => ({
  name: 'mwg-coll:Collections',
  value: { kind: 'collections', collections: albums.map(toCollection) },
})

/** Findings of engines and classifiers are not exported. */
const ownTags = (tags: PhotoWork['tags']): string[] => [
  ...new Set(tags.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name)),
]

/** A file to write, and its temporary name on the same disk. */
type NewFile = { file: string; temporary: string }

/**
 * Writes a file in pieces, completely or not at all: every reader finds the former file or the new one. Rejects with
 * the system's error, and leaves no partial file.
 */
async function writeWhole({ file, temporary }: NewFile, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  try {
    await pipeline(pieces, createWriteStream(temporary, { flags: 'wx', flush: true }))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Sidecars cannot express the absence of a rating or flag for these. */
const texts = ['label', 'title', 'caption', 'creator', 'copyright'] as const

/** Notes a person's work that a format cannot contain. */
function noteLosses(photo: PhotoWork, format: LibraryExportRequest['format'], left: LeftOut): void {
  const file = photo.path
  const { isPrivate, judgement, removedTags } = photo
  if (format !== 'json') for (const { name } of photo.faces) if (name !== null) left.add('faceName', `${file}: ${name}`)
  if (format !== 'xmp') return
  if (isPrivate) left.add('privateMark', file)
  if (judgement !== null) left.add('verdict', file)
  for (const tag of removedTags) left.add('removedTag', `${file}: ${tag}`)
  for (const field of texts)
    if (photo[field].isGiven && photo[field].value === '') left.add('emptied', `${file}: ${field}`)
  for (const field of furtherTexts)
    if (givenTexts(photo.texts)[field] === '') left.add('emptied', `${file}: ${columnOf(field)}`)
  if (photo.position.isGiven && photo.position.value === '') left.add('removedPosition', file)
}
