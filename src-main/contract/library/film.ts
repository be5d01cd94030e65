import { z } from 'zod'
import type { PhotoId } from './ids.ts'

/**
 * The part of a picture's file that is a film, in bytes. Its position is counted from the end of the file, so that it
 * stays right when metadata before it are written.
 */
export const FilmPart = z.object({ fromEnd: z.int().positive(), bytes: z.int().positive() })
export type FilmPart = z.infer<typeof FilmPart>

/** The file that is or contains a film, and its media type. */
export const PlacedFilm = z.object({ path: z.string(), type: z.string(), part: FilmPart.optional() })
export type PlacedFilm = z.infer<typeof PlacedFilm>

/** The last part of a film's address, after the shell's own; `parseFilmAddress` reads it. */
export const filmAddress = (photoId: PhotoId): string => `/film/${photoId}`

/** The photo of a film's address, or null if the address is not that of a film. */
export function parseFilmAddress({ pathname }: Pick<URL, 'pathname'>): PhotoId | null {
  const [, id] = /^\/film\/(\d{1,15})$/.exec(pathname) ?? []
  return id === undefined || Number(id) < 1 ? null : Number(id)
}
