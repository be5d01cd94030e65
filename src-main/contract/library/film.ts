import type { PhotoId } from './ids.ts'

/** The part of a film's address behind the shell's own; `parseFilmAddress` reads it. */
export const filmAddress = (photoId: PhotoId): string => `/film/${photoId}`

/** The photo that an address of a film is about, or null where it is none. */
export function parseFilmAddress({ pathname }: Pick<URL, 'pathname'>): PhotoId | null {
  const [, id] = /^\/film\/(\d{1,15})$/.exec(pathname) ?? []
  return id === undefined || Number(id) < 1 ? null : Number(id)
}
