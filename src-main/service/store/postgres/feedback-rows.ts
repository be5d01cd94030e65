import { z } from 'zod'
import { nameKey } from '../../../analysis/classifiers/classifier.ts'
import type { FeedbackEntry } from '../../../analysis/classifiers/adjust-by-feedback.ts'
import type { FeedbackTicket } from '../../../analysis/classifiers/feedback-controller.ts'
import { Judgement } from '../../../contract/analysis/feedback.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import { MAX_FEEDBACK_TICKETS, MAX_JUDGED_PICTURES, type FeedbackStore } from '../../ports/classifier-store.ts'
import type { Database, Query } from './database.ts'

type TicketRow = { id: string; index: string; atMs: number; model: string; vector: Buffer; tags: unknown }
type EntryRow = { picture: number; tag: string; verdict: string; model: string; vector: Buffer }

const TicketTags = z.array(z.object({ name: z.string(), confidence: z.number() }))

/** Feedback of one account, in PostgreSQL. */
export function feedbackRows(database: Database, owner: string): FeedbackStore {
  const { repeat } = database
  return {
    keepTicket: (ticket) => keepTicket(repeat, owner, ticket),
    ticket: async (id) => {
      const [row] = await repeat<TicketRow>(
        'SELECT id, feedback_index AS index, at_ms AS "atMs", model, vector, tags FROM feedback_tickets WHERE owner = $1 AND id = $2',
        [owner, id],
      )
      return row === undefined ? null : readTicket(row)
    },
    dropTickets: async (beforeMs) =>
      void (await repeat('DELETE FROM feedback_tickets WHERE owner = $1 AND at_ms < $2', [owner, beforeMs])),
    keepJudgements: (ticket, judgements) =>
      database.transaction((query) => keepJudgements(query, owner, ticket, judgements)),
    entries: async (index, modelId) =>
      readEntries(
        await repeat<EntryRow>(
          `SELECT p.number AS picture, p.model, p.vector, j.tag, j.verdict
           FROM feedback_pictures p JOIN feedback_judgements j ON j.picture = p.number
           WHERE p.owner = $1 AND p.feedback_index = $2 AND p.model = $3
           ORDER BY p.number, j.tag_key COLLATE "C"`,
          [owner, index, modelId],
        ),
      ),
  }
}

/** Removes all feedback of an account, with the judgements of its pictures. */
export async function removeFeedbackOf(query: Query, owner: string): Promise<void> {
  await query('DELETE FROM feedback_tickets WHERE owner = $1', [owner])
  await query('DELETE FROM feedback_pictures WHERE owner = $1', [owner])
}

/** One statement that stores a ticket and removes the oldest ones beyond the limit. */
async function keepTicket(
  query: Query,
  owner: string,
  { id, index, atMs, embedding, tags }: FeedbackTicket,
): Promise<void> {
  await query(
    `WITH kept AS (
       INSERT INTO feedback_tickets (owner, id, feedback_index, at_ms, model, vector, tags)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (owner, id) DO NOTHING
     )
     DELETE FROM feedback_tickets WHERE owner = $1 AND at_ms <
       (SELECT at_ms FROM feedback_tickets WHERE owner = $1 ORDER BY at_ms DESC LIMIT 1 OFFSET $8)`,
    [
      owner,
      id,
      index,
      atMs,
      embedding.modelId,
      encodeVector(embedding.vector),
      JSON.stringify(tags),
      MAX_FEEDBACK_TICKETS - 1,
    ],
  )
}

async function keepJudgements(
  query: Query,
  owner: string,
  { id, index, embedding }: FeedbackTicket,
  judgements: readonly Judgement[],
): Promise<void> {
  const [picture] = await query<{ number: number }>(
    `INSERT INTO feedback_pictures (owner, ticket, feedback_index, model, vector) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (owner, ticket) DO UPDATE SET ticket = excluded.ticket RETURNING number`,
    [owner, id, index, embedding.modelId, encodeVector(embedding.vector)],
  )
  for (const { tag, verdict } of judgements)
    await query(
      `INSERT INTO feedback_judgements (picture, tag_key, tag, verdict) VALUES ($1, $2, $3, $4)
       ON CONFLICT (picture, tag_key) DO UPDATE SET tag = excluded.tag, verdict = excluded.verdict`,
      [picture!.number, nameKey(tag), tag, verdict],
    )
  await query(
    `DELETE FROM feedback_pictures WHERE owner = $1 AND feedback_index = $2 AND number <=
       (SELECT number FROM feedback_pictures WHERE owner = $1 AND feedback_index = $2 ORDER BY number DESC LIMIT 1 OFFSET $3)`,
    [owner, index, MAX_JUDGED_PICTURES],
  )
}

/** Judgements of one picture share its vector. */
function readEntries(rows: readonly EntryRow[]): FeedbackEntry[] {
  const vectors = new Map<number, Float32Array>()
  return rows.map(({ picture, tag, verdict, model, vector }) => {
    const known = vectors.get(picture) ?? decodeVector(vector)
    vectors.set(picture, known)
    return { ...Judgement.parse({ tag, verdict }), modelId: model, vector: known }
  })
}

const readTicket = ({ id, index, atMs, model, vector, tags }: TicketRow): FeedbackTicket => ({
  id,
  index,
  atMs,
  embedding: { modelId: model, vector: decodeVector(vector) },
  tags: TicketTags.parse(tags),
})
