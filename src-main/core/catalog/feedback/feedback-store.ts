import { Judgement } from '../../../contract/analysis/feedback.ts'
import type { FeedbackStore, FeedbackTicket } from '../../../analysis/classifiers/feedback-controller.ts'
import type { Context } from '../context/context.ts'
import { readVector, vectorBytes } from '../codecs/vectors.ts'
import { tagKey } from '../vocabulary/vocabulary.ts'

type TicketRow = { id: string; feedback_index: string; at_ms: number; model: string; vector: Buffer; tags: string }
type EntryRow = { tag: string; verdict: string; model: string; vector: Buffer }

/** Tickets under which feedback may be given, and the feedback in its named indexes. */
export function feedbackStore({ db, write }: Pick<Context, 'db' | 'write'>): FeedbackStore {
  const insertTicket = db.prepare(
    'INSERT INTO feedback_tickets (id, feedback_index, at_ms, model, vector, tags) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const ticket = db.prepare<[string], TicketRow>('SELECT * FROM feedback_tickets WHERE id = ?')
  const drop = db.prepare('DELETE FROM feedback_tickets WHERE at_ms < ?')
  const insert = db.prepare(
    'INSERT OR REPLACE INTO feedback (ticket, tag_key, feedback_index, tag, verdict, model, vector) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const entries = db.prepare<[string, string], EntryRow>(
    'SELECT tag, verdict, model, vector FROM feedback WHERE feedback_index = ? AND model = ? ORDER BY ticket, tag_key',
  )
  const indexes = db.prepare<[], { name: string; judgements: number }>(
    'SELECT feedback_index AS name, count(*) AS judgements FROM feedback GROUP BY feedback_index ORDER BY feedback_index',
  )
  const removeEntries = db.prepare('DELETE FROM feedback WHERE feedback_index = ?')
  const removeTickets = db.prepare('DELETE FROM feedback_tickets WHERE feedback_index = ?')
  return {
    keepTicket: ({ id, index, atMs, embedding, tags }) =>
      void insertTicket.run(id, index, atMs, embedding.modelId, vectorBytes(embedding.vector), JSON.stringify(tags)),
    ticket: (id) => {
      const row = ticket.get(id)
      return row ? readTicket(row) : null
    },
    dropTickets: (beforeMs) => void drop.run(beforeMs),
    keepJudgements: ({ id, index, embedding }, judgements) =>
      write(() =>
        judgements.forEach(({ tag, verdict }) =>
          insert.run(id, tagKey(tag), index, tag, verdict, embedding.modelId, vectorBytes(embedding.vector)),
        ),
      ),
    entries: (index, modelId) =>
      entries.all(index, modelId).map(({ tag, verdict, model, vector }) => ({
        ...Judgement.parse({ tag, verdict }),
        modelId: model,
        vector: readVector(vector),
      })),
    indexes: () => indexes.all(),
    removeIndex: (name) => write(() => removeEntries.run(name).changes + removeTickets.run(name).changes > 0),
  }
}

const readTicket = ({ id, feedback_index, at_ms, model, vector, tags }: TicketRow): FeedbackTicket => ({
  id,
  index: feedback_index,
  atMs: at_ms,
  embedding: { modelId: model, vector: readVector(vector) },
  tags: JSON.parse(tags) as FeedbackTicket['tags'],
})
