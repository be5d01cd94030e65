import { AppError } from '../../contract/errors.ts'
import type { TaggerKind } from '../../contract/analysis/tagger.ts'
import { applyTagger } from '../../engine/local/taggers/apply.ts'
import type { FeedbackDesk } from '../../engine/local/taggers/feedback-desk.ts'
import { taggerNotFound } from '../../engine/local/taggers/tagger.ts'
import { unitVector } from '../../engine/local/learning/unit-vector.ts'
import type { CategorizersPort, FeedbackPort, PictureVector, TaggersPort, TaughtTag } from '../../engine/operations/ports.ts'
import type { TaughtTagger, TeachingStore } from './teaching-store.ts'

/** What the operations ask of an account's teaching. */
export type TaughtPorts = { taggers: TaggersPort; categorizers: CategorizersPort; feedback: FeedbackPort }

/** The ports of one account, read from the store at each call. */
export function portsOf(owner: string, store: TeachingStore, desk: FeedbackDesk): TaughtPorts {
  const find = (id: string, kind: TaggerKind): TaughtTagger | null => {
    const tagger = store.find(owner, id)
    return tagger?.kind === kind ? tagger : null
  }
  const apply = (id: string, kind: TaggerKind, picture: PictureVector): TaughtTag[] => {
    const tagger = find(id, kind)
    if (tagger === null) throw taggerNotFound(id)
    requireSameModel(tagger, picture)
    return applyTagger(tagger, { modelId: picture.modelId, vector: unitVector(picture.vector, tagger.dimensions) })
  }
  return {
    taggers: { has: (id) => find(id, 'tagger') !== null, tag: (id, picture) => apply(id, 'tagger', picture) },
    categorizers: {
      list: () => store.list(owner).filter(({ kind }) => kind === 'categorizer').map(({ id, title, classes }) => ({ id, title, labels: classes.map(({ name }) => name) })),
      rate: (id, picture) => apply(id, 'categorizer', picture),
    },
    feedback: {
      use: (tags, { modelId, vector }, index) => desk.use(tags, { modelId, vector: unitVector(vector, vector.length) }, index),
      accept: ({ embedding, tags }, index) => desk.accept({ embedding, tags }, index),
    },
  }
}

function requireSameModel({ id, kind, modelId, dimensions }: TaughtTagger, picture: PictureVector): void {
  if (modelId === picture.modelId && dimensions === picture.vector.length) return
  throw new AppError('bad-params', `The ${kind} "${id}" was taught with the model ${modelId}, and this service now looks at pictures with ${picture.modelId}. Teach it again with its pictures.`)
}
