import type { Text } from '../../../contract/sentences/text.ts'

/**
 * The result of a check: `problem` stops part of the program from working, `hint` could be better. `advice` tells what
 * to do; null if all is well.
 */
export type Diagnosis = {
  area: 'catalogue' | 'backups' | 'folders' | 'photos' | 'models' | 'disk'
  level: 'good' | 'hint' | 'problem'
  message: Text
  advice: Text | null
}
