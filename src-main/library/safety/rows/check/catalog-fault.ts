/** A fault of a catalogue, as sentences. */
export type CatalogFault = {
  message: string
  /** What to do about it. */
  advice: string
  /** Whether a repair mends it. */
  isRepairable: boolean
}

export const REPAIR_ADVICE = 'Mend it with "lumafold doctor --repair", which makes a backup first.'
export const RESTORE_ADVICE =
  'Restore a backup: "lumafold backup list" shows them. Newer ratings and tags are done again.'
