import type { SheetCaption } from '../../contract/library/contact-sheet.ts'
import type { ExportPhoto } from './read-photo.ts'

const stars = (rating: number): string => (rating > 0 ? '★'.repeat(rating) : '')

const lines: Readonly<Record<SheetCaption, (photo: ExportPhoto) => string>> = {
  name: ({ detail }) => detail.name,
  rating: ({ detail }) => stars(detail.rating),
  date: ({ detail }) => (detail.takenAt ?? '').slice(0, 16).replace('T', ' '),
  title: ({ work }) => work.title.value,
}

/** What stands below a picture, a line each; empty where a photo has nothing to say. */
export const captionLines = (captions: readonly SheetCaption[], photo: ExportPhoto): string[] =>
  captions.map((caption) => lines[caption](photo))
