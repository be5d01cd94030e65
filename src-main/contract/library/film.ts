import { z } from 'zod'
import type { PhotoId } from './ids.ts'

/**
 * The part of a picture's file that is a film, in bytes. Its place is counted from the end of the file, so that it stays
 * true when metadata before it are written.
 */
export const FilmPart = z.object({ fromEnd: z.int().positive(), bytes: z.int().positive() })
export type FilmPart = z.infer<typeof FilmPart>

/** The file of a film, or the one that it is a part of, and its type as HTTP names it. */
export const PlacedFilm = z.object({ path: z.string(), type: z.string(), part: FilmPart.optional() })
export type PlacedFilm = z.infer<typeof PlacedFilm>

/** The part of a film's address behind the shell's own; `parseFilmAddress` reads it. */
export const filmAddress = (photoId: PhotoId): string => `/film/${photoId}`

/** The photo that an address of a film is about, or null where it is none. */
export function parseFilmAddress({ pathname }: Pick<URL, 'pathname'>): PhotoId | null {
  const [, id] = /^\/film\/(\d{1,15})$/.exec(pathname) ?? []
  return id === undefined || Number(id) < 1 ? null : Number(id)
}
