import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Size } from '../../../contract/analysis/cropping.ts'
import { papers, SheetCaption } from '../../../contract/library/contact-sheet.ts'
import {
  Collisions,
  ExportColors,
  type ExportOutput,
  type OutputSharpening,
  PictureFormat,
} from '../../../contract/library/export-settings.ts'
import { WatermarkPlace } from '../../../contract/library/watermark.ts'
import { parseSizes, parseWhole } from '../arguments/arguments.ts'

/** Options for how files are written; absent ones come from the preset or the defaults. */
export type SettingsOptions = {
  size?: Size[]
  longEdge?: number
  shortEdge?: number
  megapixels?: number
  original?: boolean
  enlarge?: boolean
  format?: PictureFormat
  quality?: number
  maxKb?: number
  colors?: ExportColors
  sharpen?: OutputSharpening | null
  watermark?: string
  watermarkPicture?: string
  watermarkPlace?: WatermarkPlace
  watermarkSize?: number
  watermarkOpacity?: number
  watermarkMargin?: number
  watermarkColor?: string
  metadata?: 'all' | 'copyright' | 'none'
  withPlace?: boolean
  withPeople?: boolean
  serials?: boolean
  withSensitive?: boolean
  holdBackCards?: boolean
  pattern?: string
  collisions?: Collisions
  dpi?: number
  sheet?: boolean
  paper?: keyof typeof papers
  landscape?: boolean
  rows?: number
  columns?: number
  margin?: number
  gap?: number
  captions?: SheetCaption[]
  title?: string
  pageNumbers?: boolean
}

/** Adds the options for how files are written. */
export function addSettingsOptions(command: Command): Command {
  addSizes(command)
  addFiles(command)
  addWatermark(command)
  return addSheet(command)
}

const choice = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values)

function addSizes(command: Command): void {
  command
    .option('--size <WxH[,WxH]>', 'crops of these sizes in pixels', parseSizes)
    .option('--long-edge <n>', 'the whole photo, its longer edge in pixels', parseWhole(1, 60_000))
    .option('--short-edge <n>', 'the whole photo, its shorter edge in pixels', parseWhole(1, 60_000))
    .option('--megapixels <n>', 'the whole photo, in millions of pixels', parseNumber(0.01, 1000))
    .option(
      '--original',
      'the whole photo in its own size; with --format original copied if it contains nothing that you left out',
    )
    .option('--enlarge', 'also make more pixels than a photo has')
}

function addFiles(command: Command): void {
  command
    .addOption(choice('--format <format>', 'file format (jpeg)', PictureFormat.options))
    .option('--quality <n>', 'quality of JPEG, WebP and AVIF (90)', parseWhole(1, 100))
    .option('--max-kb <n>', 'lower the quality until a file has at most this many KB', parseWhole(10, 1_000_000))
    .addOption(choice('--colors <space>', 'colour space and profile (srgb)', ExportColors.options))
    .option(
      '--sharpen <for[:amount]>',
      'screen, matte-paper, glossy-paper or none; low, standard or high',
      parseSharpening,
    )
    .addOption(choice('--metadata <which>', 'what files say of photos (all)', ['all', 'copyright', 'none']))
    .option('--with-place', 'files also say where photos were taken')
    .option('--with-people', 'files also name people who are on photos')
    .option('--no-serials', 'files hold neither the owner’s name nor serial numbers')
    .option('--with-sensitive', 'also write photos that are sensitive')
    .option('--hold-back-cards', 'leave out photos on which a payment card or a number plate is read')
    .option('--pattern <name>', 'names of the files, from {name} {size} {date} {camera} and others; / begins a folder')
    .addOption(choice('--collisions <what>', 'where a name is taken (rename)', Collisions.options))
    .option('--dpi <n>', 'pixels per inch (300)', parseWhole(1, 2400))
}

function addWatermark(command: Command): void {
  command
    .option('--watermark <text>', 'draw a text over pictures, such as "© {year} {creator}"; "none" for no watermark')
    .option('--watermark-picture <file>', 'draw a picture over pictures')
    .addOption(choice('--watermark-place <place>', 'position of the watermark (bottom-right)', WatermarkPlace.options))
    .option(
      '--watermark-size <percent>',
      'height of letters, or width of the picture, of the shorter edge',
      parseNumber(0.5, 100),
    )
    .option('--watermark-opacity <percent>', 'how much it covers (60)', parseWhole(1, 100))
    .option('--watermark-margin <percent>', 'distance from the edges, of the shorter edge (3)', parseNumber(0, 45))
    .option('--watermark-color <#rrggbb>', 'colour of a text (#ffffff)')
}

function addSheet(command: Command): Command {
  return command
    .option('--sheet', 'write a contact sheet, a PDF, instead of pictures')
    .addOption(choice('--paper <paper>', 'with --sheet: its paper (a4)', Object.keys(papers)))
    .option('--landscape', 'with --sheet: turn the paper')
    .option('--rows <n>', 'with --sheet: rows of a page (5)', parseWhole(1, 20))
    .option('--columns <n>', 'with --sheet: columns of a page (4)', parseWhole(1, 20))
    .option('--margin <mm>', 'with --sheet: margin of a page (12)', parseNumber(0, 100))
    .option('--gap <mm>', 'with --sheet: between pictures (5)', parseNumber(0, 50))
    .option('--captions <list>', 'with --sheet: any of name,rating,date,title; or none', parseCaptions)
    .option('--title <text>', 'with --sheet: at the top of each page')
    .option('--no-page-numbers', 'with --sheet: without page numbers')
}

const parseNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text)
    if (text.trim() !== '' && number >= min && number <= max) return number
    throw new InvalidArgumentError(`A number from ${min} to ${max}.`)
  }

function parseSharpening(text: string): OutputSharpening | null {
  if (text === 'none') return null
  const match = /^(screen|matte-paper|glossy-paper)(?::(low|standard|high))?$/.exec(text)
  if (match === null) throw new InvalidArgumentError('Write for example screen, or matte-paper:high, or none.')
  return { for: match[1], amount: match[2] ?? 'standard' } as OutputSharpening
}

function parseCaptions(text: string): SheetCaption[] {
  if (text === 'none') return []
  const parsed = SheetCaption.array().safeParse(text.split(',').map((part) => part.trim()))
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError(`Any of ${SheetCaption.options.join(', ')}, with commas; or none.`)
}

/** The outputs in the options; undefined if they have none. */
export function outputsOf(options: SettingsOptions): ExportOutput[] | undefined {
  const { size = [], longEdge, shortEdge, megapixels, original } = options
  const outputs: ExportOutput[] = [
    ...(original === true ? [{ kind: 'photo' as const, size: { by: 'original' as const } }] : []),
    ...(longEdge === undefined
      ? []
      : [{ kind: 'photo' as const, size: { by: 'long-edge' as const, pixels: longEdge } }]),
    ...(shortEdge === undefined
      ? []
      : [{ kind: 'photo' as const, size: { by: 'short-edge' as const, pixels: shortEdge } }]),
    ...(megapixels === undefined ? [] : [{ kind: 'photo' as const, size: { by: 'megapixels' as const, megapixels } }]),
    ...size.map((each) => ({ kind: 'crop' as const, size: each })),
  ]
  return outputs.length === 0 ? undefined : outputs
}
