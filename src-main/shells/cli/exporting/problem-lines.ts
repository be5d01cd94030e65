import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { ExportedFile } from '../../../contract/library/export-job.ts'
import { count } from '../output/output.ts'

/** Most files that are named below a reason. */
const MOST_NAMED = 5

type Reason = { reason: Text | null; count: number }
type Problem = Pick<ExportedFile, 'photo' | 'file' | 'reason' | 'state'>

/**
 * Why files were not written: a reason that several share is said once, with some of their names below it. `files` may be
 * fewer than the reasons count; those of a job of any size are never all fetched.
 */
export function problemLines(reasons: readonly Reason[], files: readonly Problem[]): string[] {
  return reasons.flatMap(({ reason: text, count: all }) => {
    const reason = inEnglish(text)
    const names = files.filter((file) => inEnglish(file.reason) === reason).map(nameOf)
    if (all === 1 && names.length === 1) return [`${names[0]}: ${reason}`]
    const named = names.slice(0, MOST_NAMED)
    const line = [...named, ...(all > named.length ? ['…'] : [])].join(', ')
    return [`${count(all, 'file')}: ${reason}`, ...(named.length > 0 ? [`  ${line}`] : [])]
  })
}

/** A file whose name is taken is told by that name, any other by its photo. */
const nameOf = ({ state, file, photo }: Problem): string => (state === 'asking' ? file : photo)
