import { say } from '../../contract/sentences/say.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { CutFile, FileOrder } from '../../analysis/cutting/cut-request.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportOutput, PictureSettings } from '../../contract/library/export-settings.ts'
import { chooseCrop } from './choose-crop.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { hashBytes, hashFile } from './files/hash-file.ts'
import { mayCopy } from './may-copy.ts'
import type { NameFacts } from './names/fill-pattern.ts'
import { extensions, planStyle } from './plan-style.ts'
import type { ExportPhoto } from './read-photo.ts'

export type MakeDependencies = Pick<
  ExportDependencies,
  'catalog' | 'cut' | 'readDisclosures' | 'suggest' | 'resourcesDir'
>

/** A file of a photo that is ready to be written. */
export type MadeFile = {
  extension: string
  width: number
  height: number
  hash: string
  /** Why it is no copy of the original though one was asked for; empty otherwise. */
  reason: string
  write(path: string): Promise<void>
}
/** The file of each output by its number in the settings, or why there is none. */
export type Made = Map<number, MadeFile | Error>

export type MakeOrder = {
  photo: ExportPhoto
  settings: PictureSettings
  /** Numbers of the outputs that are wanted. */
  outputs: readonly number[]
  /** Crops moved by hand, by `1080x1350`. */
  moved: ReadonlyMap<string, Rectangle>
  facts: Omit<NameFacts, 'width' | 'height'>
}

/**
 * Makes files of one photo, all with one decode; an original that nothing alters is copied. Rejects where the photo
 * cannot be opened.
 */
export async function makeFiles(dependencies: MakeDependencies, order: MakeOrder, signal: AbortSignal): Promise<Made> {
  const { name, status } = order.photo.detail
  if (status === 'missing') throw nameMissing(new AppError('file-missing', ''), name)
  const made: Made = new Map()
  const orders = new Map<number, FileOrder & { reason: string }>()
  for (const number of order.outputs) {
    const output = order.settings.outputs[number]!
    try {
      const { isCopied, reason } = await mayCopy(dependencies, order, output, signal)
      if (isCopied) made.set(number, await copyOf(order.photo))
      else orders.set(number, { ...orderOf(dependencies, order, output), reason })
    } catch (error) {
      made.set(number, error as Error)
    }
  }
  if (orders.size > 0) await cutAll(dependencies, order, orders, made, signal)
  return made
}

async function cutAll(
  dependencies: MakeDependencies,
  { photo, settings, facts }: MakeOrder,
  orders: ReadonlyMap<number, FileOrder & { reason: string }>,
  made: Made,
  signal: AbortSignal,
): Promise<void> {
  const { detail } = photo
  const sources = { watermarks: dependencies.catalog.exports.watermarks, resourcesDir: dependencies.resourcesDir }
  const style = planStyle(sources, settings, photo, { ...facts, width: 0, height: 0 })
  const files = [...orders.values()]
  try {
    const cuts = await dependencies.cut({ path: detail.path, turn: detail.turn ?? 1, files, style }, signal)
    for (const [index, [number, { reason }]] of [...orders].entries())
      made.set(number, madeOf(cuts[index]!, extensions[style.format], reason))
  } catch (error) {
    throw nameMissing(error, detail.name)
  }
}

function madeOf(cut: CutFile, extension: string, reason: string): MadeFile | Error {
  if (!cut.ok) return new AppError(cut.code, cut.message)
  const { value, width, height } = cut
  const write = (path: string) => writeFile(path, value)
  return { extension, width, height, hash: hashBytes(value), reason, write }
}

async function copyOf({ detail }: ExportPhoto): Promise<MadeFile> {
  const { path, width, height } = detail
  const hash = await hashFile(path)
  if (hash === null) throw nameMissing(new AppError('file-missing', ''), detail.name)
  const write = (to: string) => copyFile(path, to)
  return { extension: extname(path).toLowerCase(), width, height, hash, reason: '', write }
}

function orderOf({ catalog, suggest }: MakeDependencies, { photo, moved }: MakeOrder, output: ExportOutput): FileOrder {
  if (output.kind === 'photo') return { kind: 'photo', size: output.size }
  const { size } = output
  const { id, name, width, height } = photo.detail
  const own = moved.get(`${size.width}x${size.height}`)
  if (own !== undefined) {
    const { width: across, height: down } = catalog.analysis.saliencyFeatures(id) ?? { width, height }
    return { kind: 'crop', crop: own, from: { width: across, height: down }, size }
  }
  const { crop, from } = chooseCrop(catalog, suggest, { id, name, width, height }, size)
  return { kind: 'crop', crop, from, size }
}

/** An original that is gone is named, so that it is not taken for an error of the target. */
function nameMissing(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'file-missing') return error
  const message = say('exports.fileAway', { name })
  return new AppError('file-missing', message, { cause: error })
}
