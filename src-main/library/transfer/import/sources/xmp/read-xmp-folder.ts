import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { OWN_TOOLKIT, TOOLKIT } from '../../../../../base/formats/xmp/xmp-names.ts'
import { extensionOf, pictureExtensions, videoExtensions } from '../../../../../base/formats/extensions.ts'
import { toAlbum } from '../../../../metadata/album-collections.ts'
import { withFile } from '../../../../metadata/with-file.ts'
import { fieldsOfXmp } from '../../../../metadata/xmp-fields.ts'
import type { SomeFields } from '../../../../metadata/fields.ts'
import { parseWallClock } from '../../../../metadata/wall-clock.ts'
import { decodeXmp, parseXmp, type XmpProperties } from '../../../../metadata/xmp.ts'
import { keywordNames } from '../../../../metadata/plan/keyword-names.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import type { ForeignPhoto } from '../../foreign/foreign-photo.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { placeAndTexts } from '../rows/place-and-texts.ts'
import type { LeftOut, Loss } from '../../foreign/left-out.ts'
import { FURTHER_FIELDS } from '../rows/further-fields.ts'

/** digiKam's number for it. */
const PENDING = '2'

/** As for sidecars beside photos. */
const MAX_BYTES = 16 * 1024 * 1024

/** The sidecars in a folder and those below it. Unreadable parts and data that cannot be stored are noted. */
export async function* readXmpFolder(folder: string, left: LeftOut): AsyncGenerator<ForeignPhoto> {
  for await (const sidecar of listSidecars(folder)) {
    const photo = await readSidecar(folder, sidecar, left)
    if (photo === null) left.add('sidecarUnread', path.relative(folder, sidecar))
    else yield photo
  }
}

async function* listSidecars(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* listSidecars(place)
    else if (entry.isFile() && extensionOf(entry.name) === 'xmp') yield place
  }
}

async function readSidecar(folder: string, sidecar: string, left: LeftOut): Promise<ForeignPhoto | null> {
  const bytes = await withFile(sidecar, (file) =>
    file.bytes > MAX_BYTES ? Promise.resolve(null) : file.part(0, MAX_BYTES),
  )
  if (bytes === null) return null
  const properties = parseXmp(decodeXmp(bytes))
  if (properties.size === 0) return null
  const fields = fieldsOfXmp(properties, { width: 0, height: 0, orientation: 1 })
  const { keywords = [], keywordPaths = [], takenAt } = fields
  const place = placeOf(path.relative(folder, sidecar))
  for (const loss of lossesOf(properties, fields)) left.add(loss, place.path)
  const { refused, ...further } = placeAndTexts(fields)
  noteRefused(refused, place.path, left)
  return {
    ...place,
    ...(takenAt && { takenAt }),
    work: {
      ...collectValues(fields),
      ...further,
      ...givenIn(properties, fields),
      ...albumsIn(properties),
      tags: keywordNames({ keywords, keywordPaths }),
    },
  }
}

/**
 * Others write zeros for fields that were never given, and repeat the file's values; in sidecars of Lumafold zeros mean
 * that a person cleared a field, and other values were given.
 */
function givenIn(properties: XmpProperties, fields: SomeFields): Omit<ForeignPhoto['work'], 'tags'> {
  // A file rarely contains a crop, so that it is a person's wherever it is found; that there is none says little.
  if (properties.get(TOOLKIT) !== OWN_TOOLKIT) return fields.crop ? { crop: fields.crop } : {}
  const cleared = (['rating', 'pick'] as const).filter((field) => fields[field] === 0)
  const taken = parseWallClock(properties.get('exif:DateTimeOriginal'))
  const { orientation, crop } = fields
  return {
    ...(cleared.length > 0 && { cleared }),
    ...(taken !== null && { takenAt: taken.at, ...(taken.offset !== null && { offset: taken.offset }) }),
    ...(orientation !== undefined && { orientation }),
    ...(typeof crop === 'string' && { crop }),
  }
}

const Collections = z.array(
  z.object({ 'mwg-coll:CollectionName': z.string().default(''), 'mwg-coll:CollectionURI': z.string().default('') }),
)

/** Photos of other programs' collections, which have no order, follow in the order of their sidecars. */
function albumsIn(properties: XmpProperties): Pick<ForeignPhoto['work'], 'albums'> {
  const { data = [] } = Collections.safeParse(properties.get('mwg-coll:Collections'))
  const albums = data.flatMap(
    (each) => toAlbum({ name: each['mwg-coll:CollectionName'], uri: each['mwg-coll:CollectionURI'] }) ?? [],
  )
  const once = new Map(albums.map((album) => [album.path.toLowerCase(), album]))
  return once.size === 0 ? {} : { albums: [...once.values()] }
}

/** Values of a sidecar that Lumafold reads only from sidecars beside photos, and from files. */
function lossesOf(properties: XmpProperties, { regions = [], people = [] }: SomeFields): Loss[] {
  const has = (names: readonly string[]) =>
    [...properties.keys()].some((key) => names.some((name) => key.startsWith(name)))
  return [
    ...(String(properties.get('digiKam:PickLabel')) === PENDING ? ['pending' as const] : []),
    ...regions.filter(({ name }) => name !== null).map(() => 'face' as const),
    ...(has(FURTHER_FIELDS) || people.length > 0 ? ['iptc' as const] : []),
  ]
}

/** `a/photo.jpg.xmp` belongs to `a/photo.jpg`, and `a/photo.xmp` to whichever photo has that name. */
function placeOf(relative: string): Pick<ForeignPhoto, 'path' | 'isStem'> {
  const place = relative.split(path.sep).join('/').slice(0, -'.xmp'.length)
  const extension = extensionOf(place)
  const isWhole = pictureExtensions.has(extension) || videoExtensions.has(extension)
  return isWhole ? { path: place } : { path: place, isStem: true }
}
