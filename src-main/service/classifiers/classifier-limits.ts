import type { ClassifierKind } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import type { ClassifierPlace } from '../ports/classifier-store.ts'

/** Maximum number of taggers and categorizers per account. */
export const MAX_CLASSIFIERS = 200
/** Maximum number of training pictures for all classifiers of an account; about 5 KB each. */
export const MAX_STORED_PICTURES = 20_000

/**
 * Throws `bad-params` if the account may store no more classifiers or pictures, or if the id belongs to the other kind.
 */
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
