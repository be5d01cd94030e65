/** The attacker's means: credentials, a small picture, and ids that belong to someone else. */
export type Arms = {
  authorization: string
  key: string
  picture: Buffer
  /** Of the attacker's own picture. */
  upload: string
  foreign: { upload: string; ticket: string; feedback: string; names: readonly string[] }
}

/** Unknown to the attacker: the test reads the service's figures with it. */
export const METRICS_TOKEN = 'token-of-the-measurement'
