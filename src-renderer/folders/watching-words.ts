import type { WatchMode } from '../../src-main/contract/library/folder.ts'

/** How a folder is watched: a word for the choice, and what it means. */
export const watchModes: readonly { value: WatchMode; label: string; note: string }[] = [
  { value: 'auto', label: 'Automatic', note: 'By events on this machine’s drives, at intervals on network shares.' },
  {
    value: 'events',
    label: 'Events',
    note: 'The system tells of changes at once. On network shares it often does not.',
  },
  { value: 'polling', label: 'Intervals', note: 'Lumafold looks for changes at intervals; right for network shares.' },
  { value: 'off', label: 'Off', note: 'Changes are found at the start and by “Scan again”.' },
]
