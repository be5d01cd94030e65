import { z } from 'zod'
import { Size } from '../analysis/cropping.ts'
import { ContactSheet } from './contact-sheet.ts'
import { Watermark } from './watermark.ts'

/** `original` keeps the format of the file if it can be written, and writes JPEG for RAW files, HEIC and others. */
export const PictureFormat = z.enum(['jpeg', 'webp', 'avif', 'png', 'tiff', 'original'])
export type PictureFormat = z.infer<typeof PictureFormat>

export const ExportColors = z.enum(['srgb', 'display-p3', 'adobe-rgb'])
export type ExportColors = z.infer<typeof ExportColors>

/** The size of a whole photo; `original` keeps it. Edges are in pixels. */
export const PictureSize = z.discriminatedUnion('by', [
  z.object({ by: z.literal('original') }),
  z.object({ by: z.literal('long-edge'), pixels: z.int().min(1).max(60_000) }),
  z.object({ by: z.literal('short-edge'), pixels: z.int().min(1).max(60_000) }),
  z.object({ by: z.literal('megapixels'), megapixels: z.number().min(0.01).max(1000) }),
])
export type PictureSize = z.infer<typeof PictureSize>

/** One file per photo: the whole photo or a crop of a size. All outputs come from one decode. */
export const ExportOutput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photo'), size: PictureSize }),
  z.object({ kind: z.literal('crop'), size: Size }),
])
export type ExportOutput = z.infer<typeof ExportOutput>

/** Sharpening for the medium on which a picture is seen, after resizing. */
export const OutputSharpening = z.object({
  for: z.enum(['screen', 'matte-paper', 'glossy-paper']),
  amount: z.enum(['low', 'standard', 'high']).default('standard'),
})
export type OutputSharpening = z.infer<typeof OutputSharpening>

/**
 * What to do if a file with that name exists. With `ask`, the job writes the other files first and waits for an answer
 * at its end. No option ever overwrites a file in a watched folder.
 */
export const Collisions = z.enum(['ask', 'skip', 'rename', 'overwrite'])
export type Collisions = z.infer<typeof Collisions>

/** A file name without extension; see `exportNameFields`. Each `/` begins a subfolder. */
export const NamePattern = z.string().trim().min(1).max(300)

/**
 * Fields of name patterns, written `{name}`. `size` is `1080x1350`. `date` is `YYYY-MM-DD` and `time` is `HHMMSS`; both
 * are `undated` without a date. `counter` is the position of the photo in the job, from 1, padded with zeros to the
 * width of the last. `folder` is the folder of the photo; `album` is the exported album, else empty.
 */
export const exportNameFields = [
  'name',
  'width',
  'height',
  'size',
  'date',
  'year',
  'month',
  'day',
  'time',
  'camera',
  'lens',
  'rating',
  'label',
  'title',
  'creator',
  'city',
  'country',
  'counter',
  'folder',
  'album',
] as const

/** Settings of every kind of export. */
const common = {
  pattern: NamePattern,
  collisions: Collisions.default('rename'),
  /** If false, sensitive photos are held back. */
  withSensitive: z.boolean().default(false),
  /**
   * If true, photos are held back on which the number of a payment card or a number plate was read. What could not be
   * read is not held back.
   */
  holdsBackCards: z.boolean().default(false),
  /** Pixels per inch, as stated in the files. */
  dpi: z.int().min(1).max(2400).default(300),
}

/** Photos and crops as picture files. */
export const PictureSettings = z.object({
  kind: z.literal('pictures'),
  outputs: z.array(ExportOutput).min(1).max(20),
  /** Whether a picture with fewer pixels than requested keeps its size. */
  keepsSmall: z.boolean().default(true),
  format: PictureFormat.default('jpeg'),
  /** 1 to 100; ignored for PNG and TIFF. */
  quality: z.int().min(1).max(100).default(90),
  /** The quality is lowered until a file has at most this many kilobytes of 1000 bytes; for JPEG, WebP and AVIF. */
  maxKilobytes: z.int().min(10).max(1_000_000).nullable().default(null),
  colors: ExportColors.default('srgb'),
  sharpening: OutputSharpening.nullable().default(null),
  watermark: Watermark.nullable().default(null),
  /** `copyright`: creator, copyright and nothing else. */
  metadata: z.enum(['all', 'copyright', 'none']).default('all'),
  /** Whether files contain the place. Applies to `all` and `copyright`; with `none`, files contain no metadata. */
  withPlace: z.boolean().default(false),
  /**
   * Whether files name the people in a photo, if `metadata` is `all`. If off, keywords that are their names are left
   * out, too.
   */
  withPeople: z.boolean().default(false),
  /** Whether files contain the owner's name and the serial numbers of camera and lens, if `metadata` is `all`. */
  withSerials: z.boolean().default(true),
  ...common,
  pattern: NamePattern.default('{name}_{size}'),
})
export type PictureSettings = z.infer<typeof PictureSettings>

/** Whether photos are copied unchanged if nothing prevents it. */
export const asksForCopies = ({ format, outputs }: Pick<PictureSettings, 'format' | 'outputs'>): boolean =>
  format === 'original' && outputs.some((output) => output.kind === 'photo' && output.size.by === 'original')

/** Photos on pages of a PDF. */
export const ContactSheetSettings = z.object({
  kind: z.literal('contact-sheet'),
  sheet: ContactSheet,
  ...common,
  pattern: NamePattern.default('Contact sheet'),
})
export type ContactSheetSettings = z.infer<typeof ContactSheetSettings>

/** The settings that a preset holds. */
export const ExportSettings = z.discriminatedUnion('kind', [PictureSettings, ContactSheetSettings])
export type ExportSettings = z.infer<typeof ExportSettings>
