import { AppError } from '../../../contract/errors.ts'
import type { Query } from './database.ts'

/**
 * Throws `bad-params` where another node that lives keeps pictures elsewhere: each would take the other's for
 * lost. A node is in the database by then, so that of two that start at once one notices at least.
 */
export async function checkPicturePlace(repeat: Query, node: string, place: string): Promise<void> {
  const [other] = await repeat<{ place: string }>(
    `SELECT picture_place AS place FROM nodes
     WHERE id <> $1 AND alive_until > clock_timestamp() AND picture_place <> $2 LIMIT 1`,
    [node, place],
  )
  if (other === undefined) return
  throw new AppError(
    'bad-params',
    `Nodes of this service keep pictures in ${other.place}, and this one was told of ${place}. Start all with the same --objects; one that was killed counts for half a minute.`,
  )
}
