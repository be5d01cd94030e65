import { Judgement } from '../../../contract/analysis/feedback.ts'
import type { FeedbackStore, FeedbackTicket } from '../../../analysis/classifiers/feedback-controller.ts'
import { decodeVector, encodeVector } from '../../../sqlite/vector-blob.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { tagKey } from '../vocabulary/tag-levels.ts'

type TicketRow = { id: string; feedback_index: string; at_ms: number; model: string; vector: Buffer; tags: string }
type EntryRow = { tag: string; verdict: string; model: string; vector: Buffer }

/** Tickets under which feedback may be given, and the feedback in its named indexes. */
export const createFeedbackStore = ({ db, write }: Pick<Context, 'db' | 'write'>): FeedbackStore => ({
  keepTicket: (ticket) => insertTicket(db, ticket),
  ticket: (id) => {
    const row = db.prepare<[string], TicketRow>('SELECT * FROM feedback_tickets WHERE id = ?').get(id)
    return row ? readTicket(row) : null
  },
  dropTickets: (beforeMs) => void db.prepare('DELETE FROM feedback_tickets WHERE at_ms < ?').run(beforeMs),
  keepJudgements: (ticket, judgements) =>
    write(() => judgements.forEach((judgement) => insertJudgement(db, ticket, judgement))),
  entries: (index, modelId) => readEntries(db, index, modelId),
})

function insertTicket(db: Db, { id, index, atMs, embedding, tags }: FeedbackTicket): void {
  db.prepare(
    `INSERT INTO feedback_tickets (id, feedback_index, at_ms, model, vector, tags)
     VALUES (@id, @index, @atMs, @model, @vector, @tags)`,
  ).run({
    id,
    index,
    atMs,
    model: embedding.modelId,
    vector: encodeVector(embedding.vector),
    tags: JSON.stringify(tags),
  })
}

const readTicket = ({ id, feedback_index, at_ms, model, vector, tags }: TicketRow): FeedbackTicket => ({
  id,
  index: feedback_index,
  atMs: at_ms,
  embedding: { modelId: model, vector: decodeVector(vector) },
  tags: JSON.parse(tags) as FeedbackTicket['tags'],
})

function insertJudgement(
  db: Db,
  { id, index, embedding }: FeedbackTicket,
  { tag, verdict }: Pick<Judgement, 'tag' | 'verdict'>,
): void {
  db.prepare(
    `INSERT OR REPLACE INTO feedback (ticket, tag_key, feedback_index, tag, verdict, model, vector)
     VALUES (@id, @key, @index, @tag, @verdict, @model, @vector)`,
  ).run({ id, key: tagKey(tag), index, tag, verdict, model: embedding.modelId, vector: encodeVector(embedding.vector) })
}

const readEntries: (db: Db, index: string, modelId: string) => ReturnType<FeedbackStore['entries']> = (
  db,
  index,
  modelId,
) =>
  db
    .prepare<[string, string], EntryRow>(
      'SELECT tag, verdict, model, vector FROM feedback WHERE feedback_index = ? AND model = ? ORDER BY ticket, tag_key',
    )
    .all(index, modelId)
    .map(({ tag, verdict, model, vector }) => ({
      ...Judgement.parse({ tag, verdict }),
      modelId: model,
      vector: decodeVector(vector),
    }))
