import { z } from 'zod'

/** The window's work, for the system's dock or task bar and its sleep. */
export const Presence = z.object({
  isWorking: z.boolean(),
  /** The part of all running work that is done, from 0 to 1; null if unknown. */
  share: z.number().min(0).max(1).nullable(),
  /** Whether the machine is kept from sleeping during work; its screen is not. */
  keepsAwake: z.boolean(),
  /** Whether the program continues watching once its window is closed, and is found in the system's tray. */
  staysInTray: z.boolean(),
})
export type Presence = z.infer<typeof Presence>

/** Work that has ended, in the words of the window. */
export const Notice = z.object({ title: z.string().min(1).max(300), body: z.string().max(1000) })
export type Notice = z.infer<typeof Notice>
