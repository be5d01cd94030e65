import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { extensionOf } from '../../../../../base/formats/extensions.ts'
import { isPhotoName, isSkippedName } from '../../../../ingest/places/supported.ts'
import { withFile } from '../../../../metadata/with-file.ts'
import { FolderSidecars } from '../../../../metadata/sidecar-paths.ts'
import { fieldsOfTakeout, parseTakeout, type TakeoutPhoto } from '../../../../metadata/takeout.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignAlbum, ForeignPhoto } from '../../foreign/foreign-photo.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { placeAndTexts } from '../rows/place-and-texts.ts'

const MAX_BYTES = 1024 * 1024

/** Whether a folder, or one below it, contains a photo's JSON of Google Takeout. */
export async function isTakeout(folder: string): Promise<boolean> {
  for await (const { dir, names } of foldersIn(folder)) {
    const sidecars = new FolderSidecars(names)
    const json = names.map((name) => (isPhotoName(name) ? sidecars.of(name).takeout : undefined)).find(Boolean)
    if (json !== undefined && (await readPhoto(path.join(dir, json))) !== null) return true
  }
  return false
}

/**
 * The photos of a Google Takeout, with Google's data and their folders as albums. Google's data only fills gaps. Photos
 * in its trash are skipped.
 */
export async function* readTakeoutFolder(folder: string, left: LeftOut): AsyncGenerator<ForeignPhoto> {
  for await (const { dir, names } of foldersIn(folder)) {
    const sidecars = new FolderSidecars(names)
    const title = await albumOf(dir, names)
    const albums: ForeignAlbum[] = []
    for (const name of names.filter(isPhotoName)) {
      const json = sidecars.of(name).takeout
      const photo = json === undefined ? null : await readPhoto(path.join(dir, json))
      if (json !== undefined && photo === null) left.add('sidecarUnread', path.join(dir, json))
      if (photo?.trashed === true || (photo === null && title === null)) continue
      if (title !== null) albums.push({ path: title, place: albums.length + 1 })
      yield await photoOf(path.join(dir, name), photo, albums.slice(-1), left)
    }
  }
}

async function photoOf(
  file: string,
  photo: TakeoutPhoto | null,
  albums: ForeignAlbum[],
  left: LeftOut,
): Promise<ForeignPhoto> {
  const { people = [], ...fields } = photo === null ? {} : fieldsOfTakeout(photo)
  for (const name of people) left.add('faceName', name)
  const { takenAt, offset } = fields
  const { position } = placeAndTexts(fields)
  const bytes = (await stat(file).catch(() => null))?.size
  return {
    path: file.split(path.sep).join('/'),
    ...(bytes !== undefined && { bytes, copyOf: `${path.basename(file)} ${bytes}` }),
    work: {
      ...collectValues(fields),
      ...(takenAt && { takenAt, ...(offset && { offset }) }),
      ...(position !== undefined && { position }),
      ...(albums.length > 0 && { albums }),
      tags: [],
      fillsGaps: true,
    },
  }
}

/** What Google writes of a folder, under a name in the person's language. */
const TakeoutAlbum = z.union([
  z.object({ title: z.string(), photoTakenTime: z.undefined().optional(), url: z.undefined().optional() }),
  z.object({ albumData: z.object({ title: z.string() }) }).transform(({ albumData }) => albumData),
])

/** Google's folders of years are no albums. */
const YEAR =
  /^(photos from|fotos? von|fotos? de|foto'?s uit|foto dal|foto del|photos de|photos? du|bilder fr[åa]n|zdjęcia z|صور من(?: عام)?) \d{4}$|^\d{4} ?年の写真$/iu
/** As an album's name may be. */
const MAX_NAME = 100

/** The title of a folder's album; null if it is none. */
async function albumOf(dir: string, names: readonly string[]): Promise<string | null> {
  const sidecars = new FolderSidecars(names)
  const ofPhotos = new Set(names.filter(isPhotoName).map((name) => sidecars.of(name).takeout))
  for (const name of names.filter((each) => extensionOf(each) === 'json' && !ofPhotos.has(each))) {
    if (isPhotoName(name.slice(0, -'.json'.length))) continue // its photo is in another part of the archive
    const { data } = TakeoutAlbum.safeParse(parseJson(await readText(path.join(dir, name))))
    const title = data?.title.trim().replaceAll('/', '\\').slice(0, MAX_NAME) ?? ''
    if (title !== '' && !YEAR.test(title)) return title
  }
  return null
}

const readPhoto = async (file: string): Promise<TakeoutPhoto | null> => parseTakeout(await readText(file))

const readText = async (file: string): Promise<string> =>
  (await withFile(file, ({ part }) => part(0, MAX_BYTES)))?.toString('utf8') ?? ''

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // damaged, or of another program: it names no album
  }
}

/** A folder and those below it, with the names in each. */
async function* foldersIn(dir: string): AsyncGenerator<{ dir: string; names: string[] }> {
  const entries = await readdir(dir, { withFileTypes: true })
  const own = entries.filter(({ name }) => !isSkippedName(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  yield { dir, names: own.filter((entry) => entry.isFile()).map(({ name }) => name) }
  for (const entry of own) if (entry.isDirectory()) yield* foldersIn(path.join(dir, entry.name))
}
