import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { CutFile, FileOrder } from '../../analysis/cutting/cut-request.ts'
import { sizeOfFile } from '../../analysis/cutting/shape-picture.ts'
import { AppError } from '../../contract/errors.ts'
import { type ExportOutput, PictureSettings } from '../../contract/library/export-settings.ts'
import { sizeOfWhole } from '../../contract/library/written-size.ts'
import { turnSize } from '../../base/formats/exif/turn-box.ts'
import { chooseCrop } from './choose-crop.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { type ExportNameValues, saysSize } from './fill-export-pattern.ts'
import { extensions, formatOf, planStyle } from './plan-style.ts'
import type { ExportPhoto } from './read-photo.ts'
import { hashBytes, hashIfReadable } from '../../base/files/hash.ts'
import { plainStyle } from '../../analysis/cutting/plain-style.ts'
import { extensionOf, videoExtensions } from '../../base/formats/extensions.ts'
import { forbiddenBy } from './disclosures.ts'

export type MakeDependencies = Pick<
  ExportDependencies,
  'catalog' | 'cut' | 'readDisclosures' | 'readMetadata' | 'suggest' | 'resourcesDir'
>

/** A file of a photo, ready to be written. */
export type MadeFile = {
  extension: string
  width: number
  height: number
  hash: string
  /** Whether the photo has too few pixels for the requested size. */
  isSmaller: boolean
  /** Why it is not a copy of the original though one was requested; empty otherwise. */
  reasons: Text[]
  write(path: string): Promise<void>
}
/** The file of each output by its number in the settings, or why there is none. */
export type Made = Map<number, MadeFile | Error>

export type MakeOrder = {
  photo: ExportPhoto
  settings: PictureSettings
  /** Numbers of the requested outputs. */
  outputs: readonly number[]
  /** Crops moved by hand, by `1080x1350`. */
  moved: ReadonlyMap<string, Rectangle>
  values: Omit<ExportNameValues, 'width' | 'height'>
}

/** What a file's name depends on: its size and its extension. */
export type FileForm = { width: number; height: number; extension: string }

/**
 * The form of an output before it is created; null if it would fail. `makeFiles` decides and measures with the same
 * functions, so that a file is as announced.
 */
export async function announceFile(
  dependencies: MakeDependencies,
  { photo, settings, moved }: Pick<MakeOrder, 'photo' | 'settings' | 'moved'>,
  output: ExportOutput,
  signal: AbortSignal,
): Promise<FileForm | null> {
  const { detail } = photo
  const extension = extensions[formatOf(settings, detail.format)]
  try {
    // A copy is checked only if it would have another name.
    const mayDiffer = settings.format === 'original' && extname(detail.path).toLowerCase() !== extension
    if (mayDiffer && (await mayCopy(dependencies, { photo, settings }, output, signal)).isCopied)
      return { width: detail.width, height: detail.height, extension: extname(detail.path).toLowerCase() }
    // The size of a photo that was not decoded yet is unknown.
    if (detail.width === 0 && saysSize(settings.pattern)) return null
    const turn = detail.turn ?? 1
    const order = orderOf(dependencies, { photo, moved }, output)
    return { ...sizeOfFile(turnSize(turn, detail), order, { turn, keepsSmall: settings.keepsSmall }), extension }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Creates the files of one photo with one decode; an unaltered original is copied. Rejects if the photo cannot be
 * opened.
 */
export async function makeFiles(dependencies: MakeDependencies, order: MakeOrder, signal: AbortSignal): Promise<Made> {
  const { name, status } = order.photo.detail
  if (status === 'missing') throw nameMissing(new AppError('file-missing', say('files.ownGone')), name)
  const made: Made = new Map()
  const orders = new Map<number, CutOrder & { reasons: Text[] }>()
  for (const number of order.outputs) {
    const output = order.settings.outputs[number]!
    try {
      const { isCopied, reasons } = await mayCopy(dependencies, order, output, signal)
      if (isCopied) made.set(number, await copyOf(order.photo))
      else orders.set(number, { ...orderOf(dependencies, order, output), reasons })
    } catch (error) {
      made.set(number, error as Error)
    }
  }
  if (orders.size > 0) await cutAll(dependencies, order, orders, made, signal)
  return made
}

async function cutAll(
  dependencies: MakeDependencies,
  { photo, settings, values }: MakeOrder,
  orders: ReadonlyMap<number, CutOrder & { reasons: Text[] }>,
  made: Made,
  signal: AbortSignal,
): Promise<void> {
  const { detail } = photo
  const sources = { watermarks: dependencies.catalog.exports.watermarks, resourcesDir: dependencies.resourcesDir }
  const style = planStyle(sources, settings, photo, { ...values, width: 0, height: 0 })
  const files = [...orders.values()]
  try {
    const cuts = await dependencies.cut(
      { path: detail.path, turn: detail.turn ?? 1, crop: detail.crop, files, style },
      signal,
    )
    for (const [index, [number, asked]] of [...orders].entries()) {
      const cut = cuts[index]!
      if (!cut.ok) made.set(number, new AppError(cut.code, cut.message))
      else made.set(number, toMadeFile(cut, extensions[style.format], asked, detail))
    }
  } catch (error) {
    throw nameMissing(error, detail.name)
  }
}

/** Key of crops that were moved by hand: `1080x1350`. */
export const cropKey = ({ width, height }: Size): string => `${width}x${height}`

/** Whether there are too few pixels for a size. */
function isSmaller(made: Size, order: CutOrder, photo: Size): boolean {
  const asked = order.kind === 'crop' ? order.size : sizeOfWhole(photo, order.size, false)
  return made.width < asked.width || made.height < asked.height
}

function toMadeFile(
  cut: Extract<CutFile, { ok: true }>,
  extension: string,
  asked: CutOrder & { reasons: Text[] },
  photo: Size,
): MadeFile {
  const { value, width, height } = cut
  const write = (path: string) => writeFile(path, value)
  const { reasons } = asked
  return { extension, width, height, hash: hashBytes(value), isSmaller: isSmaller(cut, asked, photo), reasons, write }
}

async function copyOf({ detail }: ExportPhoto): Promise<MadeFile> {
  const { path, width, height } = detail
  const hash = await hashIfReadable(path)
  if (hash === '') throw nameMissing(new AppError('file-missing', say('files.ownGone')), detail.name)
  const write = (to: string) => copyFile(path, to)
  return { extension: extname(path).toLowerCase(), width, height, hash, isSmaller: false, reasons: [], write }
}

type CutOrder = Exclude<FileOrder, { kind: 'copy' }>

function orderOf(
  { catalog, suggest }: Pick<MakeDependencies, 'catalog' | 'suggest'>,
  { photo, moved }: Pick<MakeOrder, 'photo' | 'moved'>,
  output: ExportOutput,
): CutOrder {
  if (output.kind === 'photo') return { kind: 'photo', size: output.size }
  const { size } = output
  const { id, name, width, height } = photo.detail
  const own = moved.get(cropKey(size))
  if (own !== undefined) {
    // In pixels of the photo, as the person saw it.
    const { width: across, height: down } =
      width > 0 ? { width, height } : (catalog.analysis.saliencyFeatures(id) ?? size)
    return { kind: 'crop', crop: own, from: { width: across, height: down }, size }
  }
  const { crop, from } = chooseCrop(catalog, suggest, { id, name, width, height }, size)
  return { kind: 'crop', crop, from, size }
}

/** Names a missing original, so that it is not taken for an error of the target. */
function nameMissing(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'file-missing') return error
  const message = say('exports.fileAway', { name })
  return new AppError('file-missing', message, { cause: error })
}

type Asked = { photo: ExportPhoto; settings: PictureSettings }
type Source = Pick<ExportDependencies, 'cut' | 'readDisclosures'> & {
  catalog: { photos: Pick<ExportDependencies['catalog']['photos'], 'hasFileWork'> }
}

/** Whether a file is copied unchanged; `reasons` say why not if a requested copy would disclose something. */
type CopyDecision = { isCopied: boolean; reasons: Text[] }

/**
 * A file is copied if the original is requested in its own format and size, nothing is altered, and the file discloses
 * nothing that a new one would not. If the person's work in Lumafold is not in the file, it is encoded again. Throws
 * `bad-params` for a film that would need encoding.
 */
async function mayCopy(
  source: Source,
  { photo, settings }: Asked,
  output: ExportOutput,
  signal: AbortSignal,
): Promise<CopyDecision> {
  if (settings.format !== 'original') return { isCopied: false, reasons: [] }
  const isFilm = showsFilm(photo)
  const isWhole = output.kind === 'photo' && output.size.by === 'original'
  if (!isWhole || !isUnaltered(photo, settings) || source.catalog.photos.hasFileWork(photo.detail.id)) {
    if (isFilm) throw new AppError('bad-params', say('exports.filmPoster'))
    return { isCopied: false, reasons: [] }
  }
  const disclosed = await disclosedBy(source, { photo, settings }, signal)
  if (disclosed.length === 0) return { isCopied: true, reasons: [] }
  if (isFilm) throw new AppError('bad-params', several([say('exports.filmLeftOut'), ...disclosed]))
  return { isCopied: false, reasons: [say('exports.encodedAgain'), ...disclosed] }
}

/** A film that is not analysed yet is recognised by its name. */
const showsFilm = ({ detail }: ExportPhoto): boolean =>
  detail.media === 'video' || videoExtensions.has(extensionOf(detail.path))

function isUnaltered({ detail, work }: ExportPhoto, settings: PictureSettings): boolean {
  return (
    (detail.turn ?? 1) === 1 &&
    detail.crop === undefined &&
    work.orientation === null &&
    altersNothing(settings) &&
    (settings.maxKilobytes === null || detail.bytes <= settings.maxKilobytes * 1000) &&
    isOfColors(detail.metadata.colorSpace, settings)
  )
}

/** Settings that a copy can meet with other values than their defaults. */
const metByCopies: ReadonlySet<string> = new Set<keyof PictureSettings>([
  'kind',
  'outputs',
  'keepsSmall',
  'format',
  'quality',
  'dpi',
  'pattern',
  'collisions',
  'withSensitive',
  // Each is compared with what the file discloses, `colors` and `maxKilobytes` with the file.
  'withPlace',
  'withPeople',
  'withSerials',
  'colors',
  'maxKilobytes',
])

/** Any setting not named above alters files unless it has its default; a new one does so without a line here. */
function altersNothing(settings: PictureSettings): boolean {
  const plain = PictureSettings.parse({ kind: settings.kind, outputs: settings.outputs })
  const names = Object.keys(settings) as (keyof PictureSettings)[]
  return names.every((name) => metByCopies.has(name) || isDeepStrictEqual(settings[name], plain[name]))
}

/** Files that name no colour space count as sRGB. */
function isOfColors(own: string | null, { colors }: Pick<PictureSettings, 'colors'>): boolean {
  if (colors === 'srgb') return own === null || /srgb/i.test(own)
  return own !== null && (colors === 'display-p3' ? /display p3/i : /adobe ?rgb/i).test(own)
}

/** What a copy would disclose against the settings, as sentences. */
async function disclosedBy(source: Source, { photo, settings }: Asked, signal: AbortSignal): Promise<Text[]> {
  const { path } = photo.detail
  const forbidden = forbiddenBy(settings)
  const found = forbidden.length === 0 ? [] : await source.readDisclosures(path)
  if (found === null) return [say('exports.copyUnknown')]
  const disclosed = forbidden.filter((what) => found.includes(what) || (what === 'people' && photo.namesPeople))
  if (disclosed.length > 0) return disclosed.map((what) => say('exports.copySays', { fact: what }))
  if (showsFilm(photo)) return []
  const [cut] = await source.cut({ path, files: [{ kind: 'copy' }], style: plainStyle('jpeg', 90) }, signal)
  return cut?.ok === true ? [] : [cut?.message ?? say('exports.copyUnknown')]
}
