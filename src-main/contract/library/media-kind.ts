import { z } from 'zod'

/** What a picture represents: a photo, a moving picture (an animation or image sequence), or a film. */
export const MediaKind = z.enum(['photo', 'animation', 'video'])
export type MediaKind = z.infer<typeof MediaKind>
