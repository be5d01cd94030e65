import type { Db } from './connect.ts'

/** Makes `prepare` return the same statement for the same SQL, so that stores may prepare where they use it. */
export function keepStatements(db: Db): Db {
  const prepare = db.prepare.bind(db)
  const kept = new Map<string, ReturnType<typeof prepare>>()
  db.prepare = ((sql: string) => {
    const statement = kept.get(sql) ?? prepare(sql)
    kept.set(sql, statement)
    return statement
  }) as Db['prepare']
  return db
}
