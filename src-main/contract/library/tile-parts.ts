import { z } from 'zod'

/** What can be shown below a tile of the grid. */
export const TileLabel = z.enum(['name', 'date', 'rating'])
export type TileLabel = z.infer<typeof TileLabel>

/**
 * What can be drawn on a tile. `kind` is the kind of its files; `problem` means that its file is not available, missing
 * or broken; `stack` is the number of photos in its stack.
 */
export const TileBadge = z.enum(['rating', 'pick', 'label', 'kind', 'problem', 'stack'])
export type TileBadge = z.infer<typeof TileBadge>

/** The files of a photo: a picture or film, a RAW file, or a RAW file with its picture. */
export const FileKind = z.enum(['plain', 'raw', 'raw-pair'])
export type FileKind = z.infer<typeof FileKind>
