import { say } from '../../contract/sentences/say.ts'
import { plainStyle } from '../../analysis/cutting/plain-style.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportOutput, PictureSettings } from '../../contract/library/export-settings.ts'
import { extensionOf, videoExtensions } from '../../formats/extensions.ts'
import { forbiddenBy } from './disclosures.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import type { ExportPhoto } from './read-photo.ts'

type Asked = { photo: ExportPhoto; settings: PictureSettings }
type Source = Pick<ExportDependencies, 'cut' | 'readDisclosures'> & {
  catalog: { photos: Pick<ExportDependencies['catalog']['photos'], 'hasWork'> }
}

/** Whether a file is copied as it is; `reason` says why not where a copy was asked for and would disclose something. */
export type CopyDecision = { isCopied: boolean; reason: string }

/**
 * A file is copied where the original is asked for in its own format and size, nothing is to be altered, and the file
 * discloses nothing that a new one would not say. What the person gave in Lumafold is not in the file: then it is
 * encoded again. Throws `bad-params` for a film that would have to be.
 */
export async function mayCopy(
  source: Source,
  { photo, settings }: Asked,
  output: ExportOutput,
  signal: AbortSignal,
): Promise<CopyDecision> {
  if (settings.format !== 'original') return { isCopied: false, reason: '' }
  const isFilm = showsFilm(photo)
  const isWhole = output.kind === 'photo' && output.size.by === 'original'
  if (!isWhole || !isUnaltered(photo, settings) || source.catalog.photos.hasWork(photo.detail.id)) {
    if (isFilm) throw new AppError('bad-params', say('exports.filmPoster'))
    return { isCopied: false, reason: '' }
  }
  const disclosed = await disclosedBy(source, { photo, settings }, signal)
  if (disclosed.length === 0) return { isCopied: true, reason: '' }
  if (isFilm) throw new AppError('bad-params', [say('exports.filmLeftOut'), ...disclosed].join(' '))
  return { isCopied: false, reason: [say('exports.encodedAgain'), ...disclosed].join(' ') }
}

/** A film that is not analysed yet is told by its name. */
const showsFilm = ({ detail }: ExportPhoto): boolean =>
  detail.media === 'video' || videoExtensions.has(extensionOf(detail.path))

function isUnaltered({ detail, work }: ExportPhoto, settings: PictureSettings): boolean {
  return (
    (detail.turn ?? 1) === 1 &&
    work.orientation === null &&
    settings.metadata === 'all' &&
    settings.watermark === null &&
    settings.sharpening === null &&
    (settings.maxKilobytes === null || detail.bytes <= settings.maxKilobytes * 1000) &&
    isOfColors(detail.metadata.colorSpace, settings)
  )
}

/** Files that name no colours are taken for sRGB. */
function isOfColors(own: string | null, { colors }: Pick<PictureSettings, 'colors'>): boolean {
  if (colors === 'srgb') return own === null || /srgb/i.test(own)
  return own !== null && (colors === 'display-p3' ? /display p3/i : /adobe ?rgb/i).test(own)
}

/** What a copy would say or show against the settings, as sentences. */
async function disclosedBy(source: Source, { photo, settings }: Asked, signal: AbortSignal): Promise<string[]> {
  const { path } = photo.detail
  const forbidden = forbiddenBy(settings)
  const found = forbidden.length === 0 ? [] : await source.readDisclosures(path)
  if (found === null) return [say('exports.copyUnknown')]
  const said = forbidden.filter((what) => found.includes(what) || (what === 'people' && photo.namesPeople))
  if (said.length > 0) return said.map((what) => say('exports.copySays', { fact: what }))
  if (showsFilm(photo)) return []
  const [look] = await source.cut({ path, files: [{ kind: 'copy' }], style: plainStyle('jpeg', 90) }, signal)
  return look?.ok === true ? [] : [look?.message ?? say('exports.copyUnknown')]
}
