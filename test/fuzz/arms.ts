/** The attacker's means: credentials, a small picture, and ids that belong to someone else. */
export type Arms = {
  authorization: string
  key: string
  picture: Buffer
  /** Of the attacker's own picture. */
  upload: string
  foreign: { upload: string; ticket: string; feedback: string; names: readonly string[] }
}

/** Not known to the attacker: it opens the service's figures to the test. */
export const METRICS_TOKEN = 'token-of-the-measurement'
