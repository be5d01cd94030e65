import { z } from 'zod'

/** What is shown by one picture: a photo, a picture that moves (an animation or image sequence), or a film. */
export const MediaKind = z.enum(['photo', 'animation', 'video'])
export type MediaKind = z.infer<typeof MediaKind>
