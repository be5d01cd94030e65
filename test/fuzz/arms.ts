/** What the attacker has: credentials, a small picture, and ids that belong to someone else. */
export type Arms = {
  authorization: string
  key: string
  picture: Buffer
  /** Of a picture of its own. */
  upload: string
  foreign: { upload: string; ticket: string; feedback: string; names: readonly string[] }
}

/** What the attacker does not have: it opens the numbers of the service to who measures it. */
export const METRICS_TOKEN = 'token-of-the-measurement'
