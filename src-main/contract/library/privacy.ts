import { z } from 'zod'

/** A passphrase as a person types it. */
export const Passphrase = z.string().min(1).max(1000)

/** The shortest passphrase that may be set, in characters. */
export const MIN_PASSPHRASE = 6

/** What is hidden from windows now, and why. */
export const PrivacyState = z.object({
  /** One key hides sensitive and private photos, for as long as somebody else looks on. It survives a restart. */
  isClientMode: z.boolean(),
  hasPassphrase: z.boolean(),
  /** True from the start of the program until somebody types the passphrase. */
  isLocked: z.boolean(),
  /** By the setting Hide, and in client mode and while locked. */
  hidesSensitive: z.boolean(),
  hidesPrivate: z.boolean(),
  /** True in client mode and while locked: a photo that nothing has looked at yet may be any kind of photo. */
  hidesWithoutVerdict: z.boolean(),
  /** How many photos are hidden for that reason alone. */
  withoutVerdict: z.int().min(0),
})
export type PrivacyState = z.infer<typeof PrivacyState>

/** Before a library has answered: hidden, since nothing may flash up. */
export const unknownPrivacy: PrivacyState = {
  isClientMode: false,
  hasPassphrase: false,
  isLocked: false,
  hidesSensitive: true,
  hidesPrivate: true,
  hidesWithoutVerdict: true,
  withoutVerdict: 0,
}
