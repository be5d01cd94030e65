import type { ClassifierKind } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import type { ClassifierPlace } from '../ports/classifier-store.ts'

/** Taggers and categorizers that an account may keep. */
export const MAX_CLASSIFIERS = 200
/** Pictures that an account's classifiers may be trained with, all of them together; about 5 KB each. */
export const MAX_STORED_PICTURES = 20_000

/** Throws `bad-params` where an account may keep no more classifiers or pictures, or where the id is of the other kind. */
export function checkLimits(
  { present, others: { classifiers, pictures } }: ClassifierPlace,
  { id, kind, pictures: added }: { id: string; kind: ClassifierKind; pictures: number },
): void {
  if (present !== null && present.kind !== kind)
    throw new AppError(
      'bad-params',
      `id is "${id}", which is a ${present.kind} already; choose another id, or delete that one first.`,
    )
  if (classifiers >= MAX_CLASSIFIERS)
    throw new AppError(
      'bad-params',
      `id is "${id}", a new one, and ${classifiers} taggers and categorizers are kept already, the most there can be; delete one that is no longer used.`,
    )
  if (pictures + added > MAX_STORED_PICTURES)
    throw new AppError(
      'bad-params',
      `classes holds ${added} pictures, and ${pictures} are kept for other taggers; at most ${MAX_STORED_PICTURES} are kept in all. Delete a tagger that is no longer used.`,
    )
}
