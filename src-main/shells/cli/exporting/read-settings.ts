import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { ExportSettings } from '../../../contract/library/export-settings.ts'
import type { ExportPreset } from '../../../contract/library/export-preset.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { outputsOf, type SettingsOptions } from './settings-options.ts'
import { NothingFound } from '../surroundings/exit-codes.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { textOfIssue } from '../../../contract/issues.ts'

/** A preset by its name, ignoring capitals. Throws `bad-params` with the existing names. */
export async function findPreset(library: OpenLibrary, name: string): Promise<ExportPreset> {
  const presets = await library.calls.exportPresets.list()
  const found = presets.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())
  if (found !== undefined) return found
  const known = presets.length === 0 ? 'there is none yet' : `there are ${presets.map((each) => each.name).join(', ')}`
  throw new NothingFound(`There is no preset called “${name}”; ${known}.`)
}

/** The settings of a preset, or the default ones, overridden by the options. */
export async function readSettings(
  library: OpenLibrary,
  options: SettingsOptions,
  preset?: ExportPreset,
): Promise<ExportSettings> {
  const base = preset?.settings
  const isSheet = options.sheet === true || (base?.kind === 'contact-sheet' && outputsOf(options) === undefined)
  const settings = isSheet ? sheetOf(options, base) : await picturesOf(library, options, base)
  const parsed = ExportSettings.safeParse(settings)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('bad-params', `${issue!.path.join('.')}: ${inEnglish(textOfIssue(issue!))}.`)
}

/** Without undefined values. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

const commonOf = ({ pattern, collisions, withSensitive, holdBackCards, dpi }: SettingsOptions) =>
  given({ pattern, collisions, withSensitive, holdsBackCards: holdBackCards, dpi })

function sheetOf(options: SettingsOptions, base: ExportSettings | undefined): object {
  const { paper, landscape, rows, columns, margin, gap, captions, title, pageNumbers } = options
  const former = base?.kind === 'contact-sheet' ? base : { sheet: {} }
  const hasPageNumbers = pageNumbers === false ? false : undefined
  const sheet = given({ paper, isLandscape: landscape, rows, columns, margin, gap, captions, title, hasPageNumbers })
  return { ...former, ...commonOf(options), kind: 'contact-sheet', sheet: { ...former.sheet, ...sheet } }
}

async function picturesOf(
  library: OpenLibrary,
  options: SettingsOptions,
  base: ExportSettings | undefined,
): Promise<object> {
  const former = base?.kind === 'pictures' ? base : {}
  const outputs = outputsOf(options)
  if (outputs === undefined && base?.kind !== 'pictures')
    throw new AppError(
      'bad-params',
      'Say what to write: --size, --long-edge, --short-edge, --megapixels, --original, --sheet or --preset.',
    )
  const { enlarge, format, quality, maxKb, colors, sharpen, metadata, withPlace, withPeople } = options
  const changed = given({
    outputs,
    keepsSmall: enlarge === true ? false : undefined,
    format,
    quality,
    maxKilobytes: maxKb,
    colors,
    sharpening: sharpen,
    metadata,
    withPlace,
    withPeople,
    // Commander sets true if the option is absent.
    withSerials: options.serials === false ? false : undefined,
  })
  return {
    ...former,
    ...changed,
    ...commonOf(options),
    ...(await watermarkOf(library, options, base)),
    kind: 'pictures',
  }
}

async function watermarkOf(
  library: OpenLibrary,
  options: SettingsOptions,
  base: ExportSettings | undefined,
): Promise<object> {
  const {
    watermark: text,
    watermarkPicture,
    watermarkPlace,
    watermarkSize,
    watermarkOpacity,
    watermarkMargin,
  } = options
  if (text === 'none') return { watermark: null }
  const former = base?.kind === 'pictures' && base.watermark !== null ? base.watermark : {}
  const how = given({ place: watermarkPlace, size: watermarkSize, opacity: watermarkOpacity, margin: watermarkMargin })
  if (watermarkPicture !== undefined) {
    const path = toPath(watermarkPicture)
    const bytes = new Blob([await readFile(path)])
    const { id } = await library.calls.exports.addWatermark({ name: basename(path), bytes })
    return { watermark: { ...how, kind: 'picture', pictureId: id } }
  }
  const color = given({ color: options.watermarkColor })
  if (text !== undefined) return { watermark: { ...how, ...color, kind: 'text', text } }
  return Object.keys(former).length === 0 ? {} : { watermark: { ...former, ...how, ...color } }
}
