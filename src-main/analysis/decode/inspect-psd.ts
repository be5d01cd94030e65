import { say } from '../../contract/sentences/say.ts'
import { readPsdLayout, type PsdLayout } from '../../base/formats/psd/psd-layout.ts'
import { psdToTiff } from '../../base/formats/psd/psd-to-tiff.ts'
import { DecodeFailure } from './decode-failure.ts'
import { checkPixels } from './memory-estimate.ts'
import type { InspectFile, PhotoSource } from './photo-source.ts'
import { openBytes, openTiff } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** Reads Photoshop files by their composite, which shows all layers; those without one by their thumbnail. */
export const inspectPsd: InspectFile = async (file, _format, _options) => {
  const bytes = wholeOf(file, 'psd')
  const layout = readPsdLayout(bytes)
  if (layout === null) throw new DecodeFailure('damaged', say('pictures.psdCut'))
  const { width, height, isLarge } = layout
  checkPixels(width, height, 0)
  const format = isLarge ? 'psb' : 'psd'
  return { width, height, format, hasAlpha: false, load: async () => ({ ...(await open(bytes, layout)), format }) }
}

async function open(bytes: Buffer, layout: PsdLayout): Promise<PhotoSource> {
  const tiff = psdToTiff(bytes, layout)
  if (tiff !== null) return openTiff(tiff)
  if (layout.thumbnail === null) throw new DecodeFailure('no-preview', say('pictures.psdEmpty'))
  const jpeg = bytes.subarray(layout.thumbnail.start, layout.thumbnail.end)
  const source = await openBytes(jpeg, 'jpeg')
  const { width, height } = layout
  const warning = say('pictures.psdThumbnail', { width: source.width, height: source.height })
  return { ...source, width, height, warnings: [warning] }
}
