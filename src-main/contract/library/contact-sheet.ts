import { z } from 'zod'

/** Millimetres, portrait. */
export const papers = {
  a4: { width: 210, height: 297 },
  a3: { width: 297, height: 420 },
  letter: { width: 215.9, height: 279.4 },
} as const

/** What a caption below a picture may say. */
export const SheetCaption = z.enum(['name', 'rating', 'date', 'title'])
export type SheetCaption = z.infer<typeof SheetCaption>

/** Pages of a PDF with photos in rows and columns. Lengths are in millimetres. */
export const ContactSheet = z.object({
  paper: z.enum(['a4', 'a3', 'letter']).default('a4'),
  isLandscape: z.boolean().default(false),
  rows: z.int().min(1).max(20).default(5),
  columns: z.int().min(1).max(20).default(4),
  margin: z.number().min(0).max(100).default(12),
  gap: z.number().min(0).max(50).default(5),
  captions: z.array(SheetCaption).max(4).default(['name', 'rating']),
  hasPageNumbers: z.boolean().default(true),
  /** At the top of every page; empty for none. */
  title: z.string().trim().max(200).default(''),
})
export type ContactSheet = z.infer<typeof ContactSheet>
