import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { writeBytes, writeDate, writeExposure } from '../words/wording.ts'

export type Fact = { label: string; value: string; title?: string }

const join = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ')

/** The camera's maker and model; a model that names the maker stands alone. */
export function cameraName(make: string | null, model: string | null): string {
  if (!make || !model) return model ?? make ?? ''
  return model.toLowerCase().startsWith(make.toLowerCase().split(' ')[0] ?? '') ? model : `${make} ${model}`
}

/** A number and its unit stay on one line. */
const keepUnits = (text: string): string =>
  text.replaceAll(/(\d) (s|mm|EV)\b/g, '$1\u00a0$2').replaceAll('ISO ', 'ISO\u00a0')

function exposure({ metadata }: PhotoDetail): string {
  const { exposureTime, aperture, iso, focalLength, focalLength35, exposureBias } = metadata
  const text = join(
    exposureTime !== null && writeExposure(exposureTime),
    aperture !== null && `f/${Number(aperture.toFixed(1))}`,
    iso !== null && `ISO ${iso}`,
    focalLength !== null && `${Math.round(focalLength)} mm${focalLength35 ? ` (${Math.round(focalLength35)} mm)` : ''}`,
    exposureBias ? `${exposureBias > 0 ? '+' : ''}${Number(exposureBias.toFixed(1))} EV` : null,
  )
  return keepUnits(text)
}

function position({ metadata: { latitude, longitude, altitude } }: PhotoDetail): string {
  if (latitude === null || longitude === null) return ''
  const write = (value: number, positive: string, negative: string): string =>
    `${Math.abs(value).toFixed(4)}° ${value >= 0 ? positive : negative}`
  return join(
    `${write(latitude, 'N', 'S')}, ${write(longitude, 'E', 'W')}`,
    altitude !== null && `${Math.round(altitude)} m`,
  )
}

/** The place as the file names it. */
const writtenPlace = ({ metadata: { city, country } }: PhotoDetail): string =>
  [city, country].filter(Boolean).join(', ')

/** Names that other programs gave people, faces and other parts of the picture, each once. */
function named({ metadata: { people, regions } }: PhotoDetail): string {
  return [...new Set([...people, ...regions.flatMap(({ name }) => name ?? [])])].join(', ')
}

const flags = { '-1': 'Rejected', '0': '', '1': 'Picked' } as const

/** What a service can be asked for, as a person reads it. */
const sentWords: Record<string, string> = {
  tags: 'tags',
  categories: 'categories',
  colors: 'colours',
  faces: 'faces',
  croppings: 'crops',
}

/** Which parts of the analysis a service found; empty where this machine found all. */
function foundByService({ byService = [] }: PhotoDetail): string {
  const parts = Object.keys(sentWords).flatMap((part) => (byService.includes(part) ? (sentWords[part] ?? []) : []))
  return parts.length === 0 ? '' : `Found ${parts.join(', ')}`
}

const withValue = (facts: readonly Fact[]): Fact[] => facts.filter((fact) => fact.value !== '')

/** What a photographer looks for first, as lines; a line without a value is left out. */
export function describeShot(detail: PhotoDetail): Fact[] {
  const { metadata } = detail
  return withValue([
    { label: 'Taken', value: detail.takenAt ? join(writeDate(detail.takenAt), metadata.offset) : '' },
    { label: 'Camera', value: cameraName(metadata.cameraMake, metadata.cameraModel) },
    { label: 'Lens', value: metadata.lens ?? '' },
    { label: 'Exposure', value: exposure(detail) },
    { label: 'Flag', value: flags[detail.pick] },
    { label: 'Label', value: detail.label },
    { label: 'Title', value: metadata.title ?? '' },
    { label: 'Caption', value: metadata.caption ?? '' },
    { label: 'People', value: named(detail), title: 'As other programs named them' },
    { label: 'Place', value: writtenPlace(detail) || detail.place },
  ])
}

/** What else is known about a photo and its file apart from its findings, in the same form. */
export function describeFile(detail: PhotoDetail): Fact[] {
  const { metadata, width, height } = detail
  const megapixels = (width * height) / 1e6
  return withValue([
    { label: 'Serial', value: metadata.cameraSerial ?? '', title: 'Serial number of the camera' },
    { label: 'Flash', value: metadata.flashFired ? 'Fired' : '' },
    { label: 'Position', value: position(detail) },
    { label: 'Keywords', value: metadata.keywords.join(', '), title: metadata.keywordPaths.join('\n') },
    { label: 'Creator', value: metadata.creator ?? '' },
    { label: 'Copyright', value: metadata.copyright ?? '' },
    { label: 'Software', value: metadata.software ?? '' },
    {
      label: 'Size',
      value: join(width > 0 && `${width} × ${height}`, megapixels >= 1 && `${megapixels.toFixed(1)} MP`),
    },
    {
      label: 'File',
      value: join(
        detail.format && detail.format.toUpperCase(),
        detail.bytes > 0 && writeBytes(detail.bytes),
        metadata.colorSpace,
      ),
    },
    { label: 'Changed', value: writeDate(detail.modifiedAt), title: 'The file, by universal time' },
    { label: 'Not read', value: detail.metadataProblem },
    { label: 'Service', value: foundByService(detail), title: 'The rest was found on this machine' },
    { label: 'Folder', value: detail.path.replace(/[\\/][^\\/]*$/, ''), title: detail.path },
    { label: 'Beside it', value: detail.otherFiles.map((path) => path.replace(/^.*[\\/]/, '')).join(', ') },
  ])
}
