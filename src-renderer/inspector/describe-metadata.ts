import { translateSentence } from '../locales/translate-sentence.ts'
import { isRightToLeft } from '../locales/direction.ts'
import { perLocale, writeEnumeration } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { nameOfColor } from '../words/color-labels.ts'
import { writeBytes, writeDate, writeDecimal, writeExposure, writeLength } from '../words/wording.ts'

export type DetailLine = { label: string; value: string; title?: string }

type Parts = (string | null | undefined | false)[]
const join = (...parts: Parts): string => parts.filter(Boolean).join(' · ')
/** With a space alone between them: no sign is left at the end or the beginning of a line. */
const joinPlainly = (...parts: Parts): string => parts.filter(Boolean).join('\u2002')

/** The camera's maker and model; a model that contains the maker is enough. */
export function cameraName(make: string | null, model: string | null): string {
  if (!make || !model) return model ?? make ?? ''
  return model.toLowerCase().startsWith(make.toLowerCase().split(' ')[0] ?? '') ? model : `${make} ${model}`
}

/** A number and its unit stay on one line. */
const keepUnits = (text: string): string =>
  text.replaceAll(/(\d) (s|mm|EV)\b/g, '$1\u00a0$2').replaceAll('ISO ', 'ISO\u00a0')

function exposure({ metadata }: PhotoDetail): string {
  const { exposureTime, aperture, iso, exposureBias } = metadata
  const text = joinPlainly(
    exposureTime !== null && writeExposure(exposureTime),
    aperture !== null && `f/${writeDecimal(aperture)}`,
    iso !== null && `ISO ${iso}`,
    exposureBias ? `${exposureBias > 0 ? '+' : ''}${writeDecimal(exposureBias)} EV` : null,
  )
  return keepUnits(text)
}

/** In millimetres, and for a film of 35 mm if that is known. */
function focalLengths({ metadata: { focalLength, focalLength35 } }: PhotoDetail): string {
  if (focalLength === null) return ''
  return keepUnits(`${Math.round(focalLength)} mm${focalLength35 ? ` (${Math.round(focalLength35)} mm)` : ''}`)
}

function position({ metadata: { latitude, longitude, altitude } }: PhotoDetail): string {
  if (latitude === null || longitude === null) return ''
  const degrees = (value: number): string => `${Math.abs(value).toFixed(4)}°`
  const across = t(latitude >= 0 ? 'details.north' : 'details.south', { degrees: degrees(latitude) })
  const along = t(longitude >= 0 ? 'details.east' : 'details.west', { degrees: degrees(longitude) })
  return join(`${across}, ${along}`, altitude !== null && `${Math.round(altitude)} m`)
}

/** The place as the file names it. */
const writtenPlace = ({ metadata: { city, country } }: PhotoDetail): string =>
  writeEnumeration([city, country].filter((name): name is string => !!name))

/** Names that other programs gave people, faces and other parts of the picture, without repetition. */
function named({ metadata: { people, regions } }: PhotoDetail): string {
  return writeEnumeration([...new Set([...people, ...regions.flatMap(({ name }) => name ?? [])])])
}

/** What a service can be asked for. */
const serviceParts = ['tags', 'categories', 'colors', 'faces', 'croppings'] as const
const inRow = perLocale((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }))

/** Which parts of the analysis a service found; empty if this machine found all. */
function foundByService({ byService = [] }: PhotoDetail): string {
  const parts = serviceParts.filter((part) => byService.includes(part)).map((part) => t(`details.found_${part}`))
  return parts.length === 0 ? '' : t('details.found', { what: inRow().format(parts) })
}

const flagOf = ({ pick }: PhotoDetail): string =>
  pick === 0 ? '' : t(pick > 0 ? 'details.picked' : 'details.rejected')

const pixelsOf = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** Width and height in this order even if the text runs from right to left. */
const leftToRight = (text: string): string => (isRightToLeft() ? `\u2066${text}\u2069` : text)

const withValue = (lines: readonly DetailLine[]): DetailLine[] => lines.filter((line) => line.value !== '')

/** What a photographer wants to see first, as lines; a line without a value is left out. */
export function describeShot(detail: PhotoDetail): DetailLine[] {
  const { metadata } = detail
  return withValue([
    { label: t('details.taken'), value: detail.takenAt ? join(writeDate(detail.takenAt), metadata.offset) : '' },
    { label: t('details.camera'), value: cameraName(metadata.cameraMake, metadata.cameraModel) },
    { label: t('details.lens'), value: metadata.lens ?? '' },
    { label: t('details.exposure'), value: exposure(detail) },
    { label: t('details.focal'), value: focalLengths(detail), title: t('grid.columnFocal') },
    { label: t('words.flag'), value: flagOf(detail) },
    { label: t('words.label'), value: nameOfColor(detail.label) },
    { label: t('details.people'), value: named(detail), title: t('details.peopleNote') },
    { label: t('details.place'), value: writtenPlace(detail) || detail.place },
  ])
}

/** Other metadata of a photo and its file apart from findings, in the same form. */
export function describeFile(detail: PhotoDetail): DetailLine[] {
  const { metadata, width, height } = detail
  const megapixels = (width * height) / 1e6
  return withValue([
    { label: t('details.serial'), value: metadata.cameraSerial ?? '', title: t('details.serialNote') },
    { label: t('details.flash'), value: metadata.flashFired ? t('details.flashFired') : '' },
    { label: t('details.position'), value: position(detail) },
    {
      label: t('details.keywords'),
      value: writeEnumeration(metadata.keywords),
      title: metadata.keywordPaths.join('\n'),
    },
    { label: t('details.software'), value: metadata.software ?? '' },
    {
      label: t('details.size'),
      value: join(
        width > 0 && leftToRight(`${width} × ${height}`),
        megapixels >= 1 && t('details.megapixels', { value: pixelsOf().format(megapixels) }),
      ),
    },
    { label: t('details.length'), value: detail.durationMs === null ? '' : writeLength(detail.durationMs) },
    {
      label: t('inspector.file'),
      value: join(
        detail.format && detail.format.toUpperCase(),
        detail.bytes > 0 && writeBytes(detail.bytes),
        metadata.colorSpace,
      ),
    },
    { label: t('details.changed'), value: writeDate(detail.modifiedAt), title: t('details.changedNote') },
    { label: t('details.notRead'), value: translateSentence(detail.metadataProblem) },
    { label: t('details.service'), value: foundByService(detail), title: t('details.serviceNote') },
    { label: t('details.folder'), value: detail.path.replace(/[\\/][^\\/]*$/, ''), title: detail.path },
    { label: t('details.beside'), value: detail.otherFiles.map((path) => path.replace(/^.*[\\/]/, '')).join(', ') },
  ])
}
