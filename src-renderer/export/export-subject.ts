import type { PhotoSource } from '../../src-main/contract/library/export-job.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PublishSubject } from '../stores/publishing.ts'

/** What the export dialog is about: some photos once, or photos that a folder is kept in step with. */
export type ExportSubject = { kind: 'once'; ids: readonly PhotoId[]; count: number } | PublishSubject

/** The photos of it as the library takes them. */
export function sourceOf(subject: ExportSubject, followsQuery: boolean): PhotoSource {
  if (subject.kind === 'publish') {
    if (subject.query !== null && (followsQuery || subject.ids === null)) return { kind: 'query', query: subject.query }
    if (subject.folder !== null && subject.ids === null) return subject.folder.source
  }
  return { kind: 'photos', ids: [...(subject.ids ?? [])] }
}
