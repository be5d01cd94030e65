/** One step of the layout; what has shipped is never changed. */
export type PostgresMigration = { name: string; sql: string }
