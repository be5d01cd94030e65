import { AppError } from '../../../contract/errors.ts'
import type { CustomClassifier } from '../../../contract/library/custom-classifiers.ts'
import type { OpenLibrary } from '../../../library/library.ts'

/** A classifier by its id. Throws `tagger-not-found` with the existing ones. */
export async function findClassifier({ calls }: Pick<OpenLibrary, 'calls'>, id: string): Promise<CustomClassifier> {
  const all = await calls.classifiers.list()
  const found = all.find((each) => each.id === id)
  if (found !== undefined) return found
  const known = all.map((each) => each.id).join(', ')
  throw new AppError(
    'tagger-not-found',
    known === ''
      ? `There is no classifier ${id}; nothing is learned yet.`
      : `There is no classifier ${id}; there are: ${known}.`,
  )
}

/** The spelling of one of a classifier's tags, ignoring capitals in the input. Throws `bad-params` for another tag. */
export function tagOf({ id, classes }: CustomClassifier, name: string): string {
  const found = classes.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found.name
  const known = classes.map((each) => each.name).join(', ')
  throw new AppError('bad-params', `${id} does not suggest “${name}”; it suggests: ${known}.`)
}
