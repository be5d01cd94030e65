import type { Account } from '../parts.ts'
import { ServiceError } from '../service-error.ts'
import type { ServiceParts } from '../service-parts.ts'

/** Throws 404 where an account has no categorizer of this id. */
export async function requireCategorizer(
  account: Account,
  { analysis }: Pick<ServiceParts, 'analysis'>,
  id: string,
): Promise<void> {
  const known = (await analysis.categorizers(account)).map((categorizer) => categorizer.id)
  if (known.includes(id)) return
  throw new ServiceError(404, `There is no categorizer "${id.slice(0, 80)}". Known: ${known.slice(0, 20).join(', ')}.`)
}
