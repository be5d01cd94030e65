import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { ExportedFile } from '../../../contract/library/export-job.ts'
import { count } from '../output/output.ts'

/** Maximum number of files named below a reason. */
const MAX_NAMED = 5

type Reason = { reason: Text | null; count: number }
type Problem = Pick<ExportedFile, 'photo' | 'file' | 'reason' | 'state'>

/**
 * Why files were not written: a reason shared by several files is printed once, with some of their names below it.
 * `files` may be fewer than the reasons count, because not all files of a large job are fetched.
 */
export function problemLines(reasons: readonly Reason[], files: readonly Problem[]): string[] {
  return reasons.flatMap(({ reason: text, count: all }) => {
    const reason = inEnglish(text)
    const names = files.filter((file) => inEnglish(file.reason) === reason).map(nameOf)
    if (all === 1 && names.length === 1) return [`${names[0]}: ${reason}`]
    const named = names.slice(0, MAX_NAMED)
    const line = [...named, ...(all > named.length ? ['…'] : [])].join(', ')
    return [`${count(all, 'file')}: ${reason}`, ...(named.length > 0 ? [`  ${line}`] : [])]
  })
}

/** A file whose name already exists is identified by that name, any other by its photo. */
const nameOf = ({ state, file, photo }: Problem): string => (state === 'asking' ? file : photo)
