import { writeFile } from 'node:fs/promises'
import type { CropOrder, CutCrop } from '../../analysis/cutting/cut-crops.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { extensions } from './file-names.ts'
import type { PlannedFile } from './plan-names.ts'
import { writeNewFile } from './write-new-file.ts'

/** How one photo is exported; `chosen` are crops moved by hand, by `sizeKey`. */
export type PhotoOrder = {
  detail: Pick<PhotoDetail, 'path' | 'name' | 'width' | 'height' | 'turn' | 'metadata'>
  features: SaliencyFeatures | null
  chosen: ReadonlyMap<string, Rectangle>
  files: readonly PlannedFile[]
  jobId: string
  folder: string
  format: ExportFormat
  quality: number
}
export type PhotoDependencies = Pick<ExportDependencies, 'cut' | 'suggest'>
/** What became of each file. */
export type FileOutcome = { file: PlannedFile; path: string } | { file: PlannedFile; error: unknown }
type Report = (outcome: FileOutcome) => void
type PlannedCrop = { file: PlannedFile; order: CropOrder }

export const sizeKey = ({ width, height }: Size): string => `${width}x${height}`

/**
 * Writes all files of one photo with one decode, and says of each what became of it as it is done; stops early when the
 * signal is aborted.
 */
export async function exportPhoto(
  order: PhotoOrder,
  dependencies: PhotoDependencies,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const planned = order.files.flatMap((file) => planCrop(order, file, dependencies, report) ?? [])
  if (planned.length === 0) return
  const cuts = await cutAll(order, planned, dependencies, signal)
  for (const [place, { file }] of planned.entries()) {
    if (signal.aborted) return
    await writeCut(order, file, cuts[place]!, report)
  }
}

function planCrop(order: PhotoOrder, file: PlannedFile, dependencies: PhotoDependencies, report: Report) {
  try {
    return { file, order: { ...chooseCrop(order, file.size, dependencies), size: file.size } }
  } catch (error) {
    report({ file, error })
    return null
  }
}

/** Nothing where the export was given up meanwhile. */
async function cutAll(
  { detail, format, quality }: PhotoOrder,
  planned: readonly PlannedCrop[],
  { cut }: PhotoDependencies,
  signal: AbortSignal,
): Promise<CutCrop[]> {
  const { creator, copyright, takenAt, offset } = detail.metadata
  const credits = { creator, copyright, takenAt, offset }
  const crops = planned.map(({ order }) => order)
  try {
    return await cut({ path: detail.path, turn: detail.turn ?? 1, crops, format, quality, credits }, signal)
  } catch (error) {
    if (signal.aborted) return []
    throw nameMissing(error, detail)
  }
}

async function writeCut({ folder, jobId, format }: PhotoOrder, file: PlannedFile, cut: CutCrop, report: Report) {
  const extension = extensions[format]
  try {
    if (!cut.ok) throw new AppError(cut.code, cut.message)
    const write = (temporary: string) => writeFile(temporary, cut.value)
    report({ file, path: await writeNewFile({ folder, jobId, ...splitNumber(file, extension), extension }, write) })
  } catch (error) {
    report({ file, error })
  }
}

/** An original that is gone is named, so that it is not taken for an error of the target. */
function nameMissing(error: unknown, { name }: PhotoOrder['detail']): unknown {
  if (!(error instanceof AppError) || error.code !== 'file-missing') return error
  const message = `${name} is not where it was; its folder may be on a drive that is not connected.`
  return new AppError('file-missing', message, { cause: error })
}

/** A hand-made crop, or the suggested one, with the size of the picture it is meant for. */
function chooseCrop(
  { detail, features, chosen }: PhotoOrder,
  size: Size,
  { suggest }: PhotoDependencies,
): { crop: Rectangle; from: Size } {
  const own = chosen.get(sizeKey(size))
  if (own) return { crop: own, from: features ?? detail }
  if (!features)
    throw new AppError(
      'not-analysed',
      `${detail.name} is not analysed yet, so no crop can be suggested; wait for the analysis or set the crop by hand.`,
    )
  return { crop: suggest(features, size), from: features }
}

/** The stem, and the number that the plan gave this file: counting goes on from there. */
function splitNumber({ stem, fileName }: PlannedFile, extension: string): { stem: string; from: number } {
  const number = / \((\d+)\)$/.exec(fileName.slice(stem.length, fileName.length - extension.length))
  return { stem, from: number ? Number(number[1]) : 1 }
}
