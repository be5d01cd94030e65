import type { Account } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/** Throws 404 if an account has no categorizer with this id. */
export async function requireCategorizer(
  account: Account,
  { analysis }: Pick<RouteDependencies, 'analysis'>,
  id: string,
): Promise<void> {
  const known = (await analysis.categorizers(account)).map((categorizer) => categorizer.id)
  if (known.includes(id)) return
  throw new ServiceError(404, `There is no categorizer "${id.slice(0, 80)}". Known: ${known.slice(0, 20).join(', ')}.`)
}
