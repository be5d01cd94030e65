import { AppError } from '../../contract/errors.ts'
import type { ChosenValue, MergeField, MergeProposal, MergeValue } from '../../contract/library/duplicates.ts'
import type { PickFlag, SensitivityJudgement } from '../../contract/library/photo.ts'
import type { ChangePart } from '../catalog/catalog.ts'

type Change = ChangePart['change']

/** The change that gives a photo a value; what a proposal holds is of the field's type. */
const changeOf: Readonly<Record<MergeField, (value: MergeValue) => Change>> = {
  rating: (value) => ({ kind: 'rate', rating: Number(value) }),
  pick: (value) => ({ kind: 'pick', pick: Number(value) as PickFlag }),
  label: (value) => ({ kind: 'label', label: String(value) }),
  sensitivity: (value) => ({ kind: 'sensitivity', judgement: value as SensitivityJudgement }),
  takenAt: (value) => ({ kind: 'taken-at', takenAt: String(value) }),
  orientation: (value) => ({ kind: 'orientation', orientation: Number(value) }),
  title: (value) => ({ kind: 'title', text: String(value) }),
  caption: (value) => ({ kind: 'caption', text: String(value) }),
  creator: (value) => ({ kind: 'creator', text: String(value) }),
  copyright: (value) => ({ kind: 'copyright', text: String(value) }),
}

/**
 * The changes by which a photo gets what is proposed, or what the person chose instead. Throws `bad-params` for a value
 * that none of the photos has.
 */
export function mergeParts(proposal: MergeProposal, chosen: readonly ChosenValue[]): ChangePart[] {
  const ids = [proposal.keepId]
  const mine = chosen.filter(({ keepId }) => keepId === proposal.keepId)
  const changes: Change[] = [
    ...proposal.fields.flatMap((field) => changeOfField(field, mine)),
    ...proposal.tags.map((name): Change => ({ kind: 'add-tag', name })),
    ...proposal.removedTags.map((name): Change => ({ kind: 'remove-tag', name })),
    ...(proposal.becomesPrivate ? [{ kind: 'private', isPrivate: true } as const] : []),
  ]
  return changes.map((change) => ({ change, ids }))
}

function changeOfField(
  { field, present, values, proposed }: MergeProposal['fields'][number],
  chosen: readonly ChosenValue[],
): Change[] {
  const value = chosen.find((each) => each.field === field)?.value ?? proposed
  if (!values.some((each) => each.value === value))
    throw new AppError('bad-params', `None of the photos has the ${field} ${value}.`)
  return value === present ? [] : [changeOf[field](value)]
}
