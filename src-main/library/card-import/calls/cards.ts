import type { CardImports } from '../card-imports.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type CardHandlersDependencies = {
  cardImports: Pick<CardImports, 'scan' | 'thumbs' | 'preview' | 'start' | 'resume' | 'cancel' | 'list' | 'finished'>
}

/** Handlers of `cards.*`. */
export function cardHandlers(os: LibraryImplementer, { cardImports }: CardHandlersDependencies) {
  return {
    scan: os.cards.scan.handler(({ input, signal }) => cardImports.scan(input.sourceId, signal)),
    thumbs: os.cards.thumbs.handler(({ input, signal }) => cardImports.thumbs(input.scanId, input.items, signal)),
    preview: os.cards.preview.handler(({ input }) => cardImports.preview(input)),
    start: os.cards.start.handler(async ({ input }) => ({ jobId: await cardImports.start(input) })),
    resume: os.cards.resume.handler(({ input }) => ({ jobId: cardImports.resume(input.jobId, input.sourceId) })),
    cancel: os.cards.cancel.handler(({ input }) => cardImports.cancel(input.jobId)),
    list: os.cards.list.handler(() => cardImports.list()),
    finished: os.cards.finished.handler(({ input }) => cardImports.finished(input.jobId)),
  }
}
