import { messageOf } from '../../../contract/errors.ts'
import type { ExifToolWriter } from './exiftool-writer.ts'
import { prepareFile } from './prepare-file.ts'
import { prepareSidecar } from './prepare-sidecar.ts'
import type { Preparation, PrepareRequest } from './prepared.ts'

/** Reads a target and merges the person's work into it; the target is not touched. Never rejects. */
export async function prepare(request: PrepareRequest, tool: ExifToolWriter): Promise<Preparation> {
  try {
    return await (request.target === 'file' ? prepareFile(request, tool) : prepareSidecar(request))
  } catch (error) {
    return { error: { code: (error as NodeJS.ErrnoException).code, message: messageOf(error) } }
  }
}
