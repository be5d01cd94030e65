import { z } from 'zod'

/** How photos are rotated: a quarter, by half, or back to what their files say. */
export const RotateTurn = z.enum(['left', 'right', 'half', 'as-file'])
export type RotateTurn = z.infer<typeof RotateTurn>
