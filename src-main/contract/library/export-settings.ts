import { z } from 'zod'
import { Size } from '../analysis/cropping.ts'
import { ContactSheet } from './contact-sheet.ts'
import { Watermark } from './watermark.ts'

/** `original` keeps the format of the file where it can be written, and writes JPEG for RAW files, HEIC and others. */
export const PictureFormat = z.enum(['jpeg', 'webp', 'avif', 'png', 'tiff', 'original'])
export type PictureFormat = z.infer<typeof PictureFormat>

export const ExportColors = z.enum(['srgb', 'display-p3', 'adobe-rgb'])
export type ExportColors = z.infer<typeof ExportColors>

/** How large a whole photo becomes; `original` leaves it as it is. Edges are in pixels. */
export const PictureSize = z.discriminatedUnion('by', [
  z.object({ by: z.literal('original') }),
  z.object({ by: z.literal('long-edge'), pixels: z.int().min(1).max(60_000) }),
  z.object({ by: z.literal('short-edge'), pixels: z.int().min(1).max(60_000) }),
  z.object({ by: z.literal('megapixels'), megapixels: z.number().min(0.01).max(1000) }),
])
export type PictureSize = z.infer<typeof PictureSize>

/** One file for each photo: the whole of it, or a crop of a size. All of them come from one decode. */
export const ExportOutput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photo'), size: PictureSize }),
  z.object({ kind: z.literal('crop'), size: Size }),
])
export type ExportOutput = z.infer<typeof ExportOutput>

/** Sharpening for where a picture is seen, after it has its size. */
export const OutputSharpening = z.object({
  for: z.enum(['screen', 'matte-paper', 'glossy-paper']),
  amount: z.enum(['low', 'standard', 'high']).default('standard'),
})
export type OutputSharpening = z.infer<typeof OutputSharpening>

/**
 * What to do where a file of that name is there already. With `ask` the job goes on with other files and waits for an
 * answer at its end. Whatever is chosen: no file of a watched folder is ever overwritten.
 */
export const Collisions = z.enum(['ask', 'skip', 'rename', 'overwrite'])
export type Collisions = z.infer<typeof Collisions>

/** A name of files, without extension; see `exportNameFields`. Each `/` begins a subfolder. */
export const NamePattern = z.string().trim().min(1).max(300)

/**
 * Fields of name patterns, written `{name}`. `size` is `1080x1350`; `date` is `YYYY-MM-DD` and `time` `HHMMSS`, both
 * `undated` without a date; `counter` is the place of the photo in the job, from 1, with as many zeros as its last;
 * `folder` is the folder that the photo is in; `album` is the album that is exported, else empty.
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

/** What every kind of export has. */
const common = {
  pattern: NamePattern,
  collisions: Collisions.default('rename'),
  /** Sensitive photos are held back unless this is true. */
  withSensitive: z.boolean().default(false),
  /** Pixels per inch, as files say of themselves. */
  dpi: z.int().min(1).max(2400).default(300),
}

/** Photos and crops as files of pictures. */
export const PictureSettings = z.object({
  kind: z.literal('pictures'),
  outputs: z.array(ExportOutput).min(1).max(20),
  /** A picture with fewer pixels than the size asks for keeps those that it has. */
  keepsSmall: z.boolean().default(true),
  format: PictureFormat.default('jpeg'),
  /** 1 to 100; ignored for PNG and TIFF. */
  quality: z.int().min(1).max(100).default(90),
  /** The quality is lowered until a file has at most so many bytes of 1000; for JPEG, WebP and AVIF. */
  maxKilobytes: z.int().min(10).max(1_000_000).nullable().default(null),
  colors: ExportColors.default('srgb'),
  sharpening: OutputSharpening.nullable().default(null),
  watermark: Watermark.nullable().default(null),
  /** `copyright` is creator, copyright and nothing else. */
  metadata: z.enum(['all', 'copyright', 'none']).default('all'),
  /** Whether files say where a photo was taken; off whatever `metadata` says, and without effect with `none`. */
  withPlace: z.boolean().default(false),
  /** Whether files name people who are on a photo; with `all` metadata. Off, keywords that are their names stay out, too. */
  withPeople: z.boolean().default(false),
  /** Whether files hold the owner's name and serial numbers of camera and lens; with `all` metadata. */
  withSerials: z.boolean().default(true),
  ...common,
  pattern: NamePattern.default('{name}_{size}'),
})
export type PictureSettings = z.infer<typeof PictureSettings>

/** Whether photos are copied as they are where nothing speaks against it. */
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

/** All that a preset holds. */
export const ExportSettings = z.discriminatedUnion('kind', [PictureSettings, ContactSheetSettings])
export type ExportSettings = z.infer<typeof ExportSettings>
