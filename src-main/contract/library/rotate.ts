import { z } from 'zod'

/** How photos are turned: a quarter, half round, or as their files say again. */
export const RotateTurn = z.enum(['left', 'right', 'half', 'as-file'])
export type RotateTurn = z.infer<typeof RotateTurn>
