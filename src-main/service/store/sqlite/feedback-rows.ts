import { z } from 'zod'
import { Judgement } from '../../../contract/analysis/feedback.ts'
import type { FeedbackTicket } from '../../../analysis/classifiers/feedback-controller.ts'
import { nameKey } from '../../../analysis/classifiers/classifier.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import { MAX_FEEDBACK_TICKETS, MAX_JUDGED_PICTURES, type FeedbackStore } from '../../ports/classifier-store.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

type TicketRow = { id: string; feedback_index: string; at_ms: number; model: string; vector: Buffer; tags: string }
type EntryRow = { picture: number; tag: string; verdict: string; model: string; vector: Buffer }

const TicketTags = z.array(z.object({ name: z.string(), confidence: z.number() }))

/** Feedback of one account. A judged picture is stored once with all its judgements. */
export function feedbackRows(db: Db, owner: string): FeedbackStore {
  const insertTicket = db.prepare(
    'INSERT INTO feedback_tickets (id, owner, feedback_index, at_ms, model, vector, tags) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const ticket = db.prepare<[string, string], TicketRow>('SELECT * FROM feedback_tickets WHERE owner = ? AND id = ?')
  const drop = db.prepare('DELETE FROM feedback_tickets WHERE owner = ? AND at_ms < ?')
  const thin = db.prepare(
    'DELETE FROM feedback_tickets WHERE owner = ? AND at_ms < (SELECT at_ms FROM feedback_tickets WHERE owner = ? ORDER BY at_ms DESC LIMIT 1 OFFSET ?)',
  )
  const entries = db.prepare<[string, string, string], EntryRow>(
    'SELECT p.number AS picture, p.model, p.vector, j.tag, j.verdict FROM feedback_pictures p JOIN feedback_judgements j ON j.picture = p.number WHERE p.owner = ? AND p.feedback_index = ? AND p.model = ? ORDER BY p.number, j.tag_key',
  )
  return {
    keepTicket: async ({ id, index, atMs, embedding, tags }) => {
      insertTicket.run(id, owner, index, atMs, embedding.modelId, encodeVector(embedding.vector), JSON.stringify(tags))
      thin.run(owner, owner, MAX_FEEDBACK_TICKETS)
    },
    ticket: async (id) => {
      const row = ticket.get(owner, id)
      return row ? readTicket(row) : null
    },
    dropTickets: async (beforeMs) => void drop.run(owner, beforeMs),
    keepJudgements: judgementSaver(db, owner),
    entries: async (index, modelId) => readEntries(entries.all(owner, index, modelId)),
  }
}

/** Removes all feedback of an account, with the judgements of its pictures. */
export function removeFeedbackOf(db: Db, owner: string): void {
  for (const table of ['feedback_tickets', 'feedback_pictures'])
    db.prepare(`DELETE FROM ${table} WHERE owner = ?`).run(owner)
}

function judgementSaver(db: Db, owner: string): FeedbackStore['keepJudgements'] {
  const insertPicture = db.prepare(
    'INSERT OR IGNORE INTO feedback_pictures (owner, ticket, feedback_index, model, vector) VALUES (?, ?, ?, ?, ?)',
  )
  const pictureOf = db
    .prepare<[string, string], number>('SELECT number FROM feedback_pictures WHERE owner = ? AND ticket = ?')
    .pluck()
  const insert = db.prepare(
    'INSERT OR REPLACE INTO feedback_judgements (picture, tag_key, tag, verdict) VALUES (?, ?, ?, ?)',
  )
  const thin = db.prepare(
    'DELETE FROM feedback_pictures WHERE owner = ? AND feedback_index = ? AND number <= (SELECT number FROM feedback_pictures WHERE owner = ? AND feedback_index = ? ORDER BY number DESC LIMIT 1 OFFSET ?)',
  )
  return async ({ id, index, embedding }, judgements) =>
    db
      .transaction(() => {
        insertPicture.run(owner, id, index, embedding.modelId, encodeVector(embedding.vector))
        const picture = pictureOf.get(owner, id)
        for (const { tag, verdict } of judgements) insert.run(picture, nameKey(tag), tag, verdict)
        thin.run(owner, index, owner, index, MAX_JUDGED_PICTURES)
      })
      .immediate()
}

/** Judgements of one picture share its vector. */
function readEntries(rows: readonly EntryRow[]) {
  const vectors = new Map<number, Float32Array>()
  return rows.map(({ picture, tag, verdict, model, vector }) => {
    const known = vectors.get(picture) ?? decodeVector(vector)
    vectors.set(picture, known)
    return { ...Judgement.parse({ tag, verdict }), modelId: model, vector: known }
  })
}

const readTicket = ({ id, feedback_index, at_ms, model, vector, tags }: TicketRow): FeedbackTicket => ({
  id,
  index: feedback_index,
  atMs: at_ms,
  embedding: { modelId: model, vector: decodeVector(vector) },
  tags: TicketTags.parse(JSON.parse(tags)),
})
