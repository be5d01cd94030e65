import { z } from 'zod'
import { Notes, VERBOSE } from './tags.ts'
import { flag } from './values.ts'

/** Parameters for reading barcodes. */
export const BarcodeParameters = z.object({
  verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
})
export type BarcodeParameters = z.output<typeof BarcodeParameters>

/** A barcode and its bounding box in pixels of the upright picture; `x2` and `y2` are exclusive. */
export const Barcode = z.object({
  data: z.string().describe('What the code says, as text.'),
  type: z
    .string()
    .describe(
      'The kind of code: QRCode, EAN13, EAN8, UPCA, Code128, Code39, ITF, DataMatrix, PDF417, Aztec and others.',
    ),
  x1: z.int(),
  y1: z.int(),
  x2: z.int(),
  y2: z.int(),
})
export type Barcode = z.infer<typeof Barcode>

export const BarcodeResult = z.object({
  barcodes: z.array(Barcode).describe('From top to bottom; empty where there is none that can be read.'),
  notes: Notes.optional(),
})
export type BarcodeResult = z.infer<typeof BarcodeResult>
