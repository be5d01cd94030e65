import { albumOf } from './album-of.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { ExportOrder, ExportPlan, MovedCrop } from '../../contract/library/export-job.ts'
import type { ExportSettings, PictureSettings } from '../../contract/library/export-settings.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import { sizeOfWhole } from '../../contract/library/written-size.ts'
import { sizeOfFile } from '../../analysis/cutting/shape-picture.ts'
import { frameOf } from '../../analysis/croppings/crop-frame.ts'
import { TIGHTEST } from '../../analysis/croppings/suggest-crops.ts'
import { checkSettings } from './check-settings.ts'
import { photosWithCards } from './held-back.ts'
import { findCrop } from './choose-crop.ts'
import { fillExportPattern, type ExportNameValues } from './fill-export-pattern.ts'
import { numberedName } from '../file-names/numbered-name.ts'
import { announceFile, cropKey, type MakeDependencies } from './make-files.ts'
import { nameValuesOf, readPhoto } from './read-photo.ts'
import { resolveSource } from './resolve-source.ts'

type Dependencies = MakeDependencies
type Asked = Pick<ExportOrder, 'source' | 'settings'> & { crops?: readonly MovedCrop[] }

const SHOWN_NAMES = 12
const PIECE = 200
/** Photos without a file to read now: it is lost, or its drive is not connected. */
const absentStates: ReadonlySet<PhotoTile['status']> = new Set(['missing', 'offline'])
/** A plan is never cut off: the next one runs beside it. */
const NEVER = new AbortController().signal

/** Preview of an export. Throws the same `bad-params` as its start. */
export async function planExport(dependencies: Dependencies, asked: Asked): Promise<ExportPlan> {
  const { source, settings, crops = [] } = asked
  const { catalog } = dependencies
  const moved = Map.groupBy(crops, ({ photoId }) => photoId)
  checkSettings(catalog.exports, settings)
  const ids = await resolveSource(catalog, source)
  const hasCrops = settings.kind === 'pictures' && settings.outputs.some(({ kind }) => kind === 'crop')
  let [absent, sensitive, cards, withoutCrop, smaller] = [0, 0, 0, 0, 0]
  const written: Placed[] = []
  for (let from = 0; from < ids.length; from += PIECE) {
    const tiles = catalog.photos.tiles(ids.slice(from, from + PIECE))
    const gone = new Set(tiles.filter(({ status }) => absentStates.has(status)).map(({ id }) => id))
    absent += gone.size
    const held = new Set(tiles.filter(({ isSensitive }) => isSensitive).map(({ id }) => id))
    sensitive += held.size
    const isShown = (id: number) => settings.withSensitive || !held.has(id)
    const withCards = photosWithCards(
      catalog,
      tiles.map(({ id }) => id).filter((id) => isShown(id)),
    )
    cards += withCards.size
    const isWritten = (id: number) => isShown(id) && !(settings.holdsBackCards && withCards.has(id)) && !gone.has(id)
    for (const [index, id] of ids.slice(from, from + PIECE).entries())
      if (isWritten(id)) written.push({ id, place: from + index })
    if (hasCrops) withoutCrop += tiles.filter((tile) => lacksCrop(dependencies, tile, settings)).length
    if (settings.kind === 'pictures')
      for (const tile of tiles.filter(({ id }) => isWritten(id)))
        smaller += countSmaller(dependencies, tile, settings, movedOf(moved, tile.id))
    await new Promise(setImmediate)
  }
  const outputs = settings.kind === 'pictures' ? settings.outputs.length : 1
  const files = settings.kind === 'pictures' ? written.length * outputs : 1
  return {
    photos: ids.length,
    files,
    absent,
    sensitive,
    cards,
    withoutCrop,
    smaller,
    names: await namesOf(dependencies, {
      settings,
      moved,
      written,
      photos: ids.length,
      album: albumOf(catalog, source),
    }),
  }
}

function lacksCrop(
  { catalog }: Dependencies,
  tile: { id: number; name: string; width: number; height: number; status: string },
  settings: PictureSettings,
): boolean {
  if (tile.status === 'ready') return false
  const cropsOf = settings.outputs.flatMap((output) => (output.kind === 'crop' ? [output.size] : []))
  return cropsOf.some((size) => findCrop(catalog, () => ({ x1: 0, y1: 0, x2: 1, y2: 1 }), tile, size) === null)
}

/** The number of files of a photo with fewer pixels than requested. */
function countSmaller(
  { catalog, suggest }: Dependencies,
  tile: PhotoTile,
  { outputs, keepsSmall }: PictureSettings,
  moved: ReadonlyMap<string, Rectangle>,
): number {
  if (!keepsSmall || tile.width === 0) return 0
  return outputs.filter((output) => {
    if (output.kind === 'photo')
      return sizeOfWhole(tile, output.size, true).width < sizeOfWhole(tile, output.size, false).width
    const { size } = output
    const own = moved.get(cropKey(size))
    if (own !== undefined) return isShort(tile, { crop: own, from: tile }, size)
    // Suggesting a crop takes a while; most photos have enough pixels for any crop, or for none.
    if (catalog.exports.pins.get(tile.id, size) === null) {
      const largest = frameOf(size, tile)
      if (largest.width < size.width || largest.height < size.height) return true
      if (Math.floor(largest.width * TIGHTEST.automatic) > size.width) return false
    }
    const found = findCrop(catalog, suggest, tile, size)
    return found !== null && isShort(tile, found, size)
  }).length
}

function isShort(photo: Size, { crop, from }: { crop: Rectangle; from: Size }, size: Size): boolean {
  const { width, height } = sizeOfFile(photo, { kind: 'crop', crop, from, size }, { turn: 1, keepsSmall: true })
  return width < size.width || height < size.height
}

/** Crops that the person moved for this export, by photo and size. */
type Moved = ReadonlyMap<number, readonly MovedCrop[]>

const movedOf = (moved: Moved, photoId: number): Map<string, Rectangle> =>
  new Map((moved.get(photoId) ?? []).map(({ size, crop }) => [cropKey(size), crop]))

/** A photo and its position in the job, from 0: those that are held back keep theirs. */
type Placed = { id: number; place: number }
type Named = { settings: ExportSettings; moved: Moved; written: readonly Placed[]; photos: number; album: string }

async function namesOf(dependencies: Dependencies, named: Named): Promise<string[]> {
  const { catalog } = dependencies
  const { written, photos, settings, album } = named
  const taken = new Set<string>()
  const names: string[] = []
  for (const { id, place } of written) {
    if (names.length >= SHOWN_NAMES || catalog.photos.tiles([id]).length === 0) break
    const photo = await readPhoto(dependencies, id)
    const values = nameValuesOf(photo, { counter: place + 1, photos, album })
    const moved = movedOf(named.moved, id)
    const forms =
      settings.kind === 'contact-sheet'
        ? [{ width: 0, height: 0, extension: '.pdf' }]
        : await Promise.all(
            settings.outputs.map((output) => announceFile(dependencies, { photo, settings, moved }, output, NEVER)),
          )
    for (const form of forms)
      if (form !== null) names.push(free(settings.pattern, { ...values, ...form }, form.extension, taken))
    if (settings.kind === 'contact-sheet') break
  }
  return names.slice(0, SHOWN_NAMES)
}

function free(pattern: string, values: ExportNameValues, extension: string, taken: Set<string>): string {
  const { folders, stem } = fillExportPattern(pattern, values)
  for (let attempt = 1; ; attempt++) {
    const name = [...folders, numberedName(stem, extension, attempt)].join('/')
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
