import { z } from 'zod'

/** What can stand under a tile of the grid. */
export const TileLabel = z.enum(['name', 'date', 'rating'])
export type TileLabel = z.infer<typeof TileLabel>

/**
 * What can be drawn on a tile; `kind` is that of its files, `problem` that its file is away, missing or broken, `stack`
 * how many photos its stack has.
 */
export const TileBadge = z.enum(['rating', 'pick', 'label', 'kind', 'problem', 'stack'])
export type TileBadge = z.infer<typeof TileBadge>

/** Which files a photo has: a picture or film, a RAW file, or a RAW file with its picture. */
export const FileKind = z.enum(['plain', 'raw', 'raw-pair'])
export type FileKind = z.infer<typeof FileKind>
