import { say } from '../../contract/sentences/say.ts'
import { placeFields } from './file-metadata-of.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportOutput, PictureSettings } from '../../contract/library/export-settings.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import type { ExportPhoto } from './read-photo.ts'

type Asked = { photo: ExportPhoto; settings: PictureSettings }
type Source = { catalog: { photos: Pick<ExportDependencies['catalog']['photos'], 'hasWork'> } }

/**
 * Whether a file is copied as it is: the original is asked for in its own format and size, and nothing is to be
 * altered. What the person gave in Lumafold is not in the file, and a place must not leave with it: then it is encoded
 * again. Throws `bad-params` for a film that would have to be.
 */
export function mayCopy({ catalog }: Source, { photo, settings }: Asked, output: ExportOutput): boolean {
  if (settings.format !== 'original') return false
  const isWhole = output.kind === 'photo' && output.size.by === 'original'
  const isCopy = isWhole && isUnaltered(photo, settings) && !catalog.photos.hasWork(photo.detail.id)
  if (!isCopy && photo.detail.media === 'video') throw new AppError('bad-params', say('exports.filmPoster'))
  return isCopy
}

function isUnaltered({ detail, work }: ExportPhoto, settings: PictureSettings): boolean {
  const { metadata } = detail
  const hasPlace = metadata.latitude !== null || [...placeFields].some((field) => metadata[field] !== null)
  return (
    (detail.turn ?? 1) === 1 &&
    work.orientation === null &&
    settings.metadata === 'all' &&
    (settings.withPlace || !hasPlace) &&
    settings.watermark === null &&
    settings.sharpening === null &&
    (settings.maxKilobytes === null || detail.bytes <= settings.maxKilobytes * 1000) &&
    isOfColors(metadata.colorSpace, settings)
  )
}

/** Files that name no colours are taken for sRGB. */
function isOfColors(own: string | null, { colors }: Pick<PictureSettings, 'colors'>): boolean {
  if (colors === 'srgb') return own === null || /srgb/i.test(own)
  return own !== null && (colors === 'display-p3' ? /display p3/i : /adobe ?rgb/i).test(own)
}
