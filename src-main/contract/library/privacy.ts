import { z } from 'zod'

/** A passphrase as a person types it. */
export const Passphrase = z.string().min(1).max(1000)

/** Minimum length of a new passphrase, in characters. */
export const MIN_PASSPHRASE = 6

/** What is hidden from windows now, and why. */
export const PrivacyState = z.object({
  /** Hides sensitive and private photos while somebody else is watching. One key switches it; it survives a restart. */
  isClientMode: z.boolean(),
  hasPassphrase: z.boolean(),
  /** True from the start of the program until somebody enters the passphrase. */
  isLocked: z.boolean(),
  /** True with the setting Hide, in client mode and while locked. */
  hidesSensitive: z.boolean(),
  hidesPrivate: z.boolean(),
  /** True in client mode and while locked: a photo that is not analysed yet may be of any kind. */
  hidesWithoutVerdict: z.boolean(),
  /** How many photos are hidden only for that reason. */
  withoutVerdict: z.int().min(0),
})
export type PrivacyState = z.infer<typeof PrivacyState>

/** Before a library has answered, everything is hidden, so that nothing flashes up. */
export const unknownPrivacy: PrivacyState = {
  isClientMode: false,
  hasPassphrase: false,
  isLocked: false,
  hidesSensitive: true,
  hidesPrivate: true,
  hidesWithoutVerdict: true,
  withoutVerdict: 0,
}
