/** One migration of the schema; shipped ones never change. */
export type PostgresMigration = { name: string; sql: string }
