import { openSource } from '../../analysis/decode/open-source.ts'
import { asFileError } from '../../analysis/decode/decode-failure.ts'
import type { PictureSource } from './open-picture.ts'

/** Opens a photo of any format for an export. Throws AppError with the decoder's reason. */
export async function openExportSource(path: string): Promise<PictureSource> {
  try {
    const { input } = await openSource(path)
    return { input }
  } catch (error) {
    throw asFileError(error) ?? error
  }
}
