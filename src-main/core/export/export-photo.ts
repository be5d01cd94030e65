import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { extensions } from './file-names.ts'
import { openPicture, type PictureSource } from './open-picture.ts'
import type { PlannedFile } from './plan-names.ts'
import { scaleCrop, writeCrop } from './write-crop.ts'
import { writeNewFile } from './write-new-file.ts'

/** How one photo is exported; `chosen` are crops moved by hand, by `sizeKey`. */
export type PhotoOrder = {
  detail: Pick<PhotoDetail, 'path' | 'name' | 'width' | 'height' | 'metadata'>
  features: SaliencyFeatures | null
  chosen: ReadonlyMap<string, Rectangle>
  files: readonly PlannedFile[]
  folder: string
  format: ExportFormat
  quality: number
}
export type PhotoDependencies = Pick<ExportDependencies, 'openSource' | 'suggest'>
/** What became of each file. */
export type FileOutcome = { file: PlannedFile; path: string } | { file: PlannedFile; error: unknown }

export const sizeKey = ({ width, height }: Size): string => `${width}x${height}`

/**
 * Writes all files of one photo with one decode, and says of each what became of it as it is done; stops early when the
 * signal is aborted.
 */
export async function exportPhoto(
  order: PhotoOrder,
  dependencies: PhotoDependencies,
  signal: AbortSignal,
  report: (outcome: FileOutcome) => void,
): Promise<void> {
  const { detail, folder, format, quality } = order
  const picture = await openPicture(await open(detail, dependencies), order.files.length)
  const { creator, copyright, takenAt, offset } = detail.metadata
  for (const file of order.files) {
    if (signal.aborted) return
    try {
      const { crop, from } = chooseCrop(order, file.size, dependencies)
      const scaled = scaleCrop(crop, from, picture)
      const extension = extensions[format]
      const write = (temporary: string) =>
        writeCrop(
          picture,
          { crop: scaled, size: file.size, format, quality, credits: { creator, copyright, takenAt, offset } },
          temporary,
        )
      report({ file, path: await writeNewFile({ folder, ...splitNumber(file, extension), extension }, write) })
    } catch (error) {
      report({ file, error })
    }
  }
}

/** Names what is wrong with an original that cannot be read, so that it is not taken for an error of the target. */
async function open({ path, name }: PhotoOrder['detail'], { openSource }: PhotoDependencies): Promise<PictureSource> {
  try {
    return await openSource(path)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw new AppError(
        'file-missing',
        `${name} is not where it was; its folder may be on a drive that is not connected.`,
        { cause },
      )
    throw new AppError('file-unreadable', `${name} cannot be read: ${messageOf(cause).split('\n')[0]}`, { cause })
  }
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
