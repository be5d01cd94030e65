import { AppError } from '../../contract/errors.ts'
import { openSource } from '../../analysis/decode/open-source.ts'
import { DecodeFailure } from '../../analysis/decode/decode-failure.ts'
import type { PictureSource } from './open-picture.ts'

/** Opens a photo of any format for an export. Throws AppError `file-unreadable` with the decoder's reason. */
export async function openExportSource(path: string): Promise<PictureSource> {
  try {
    const { input } = await openSource(path)
    return { input }
  } catch (error) {
    if (error instanceof DecodeFailure) throw new AppError('file-unreadable', error.message, { cause: error })
    throw error
  }
}
